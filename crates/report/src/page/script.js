"use strict";
(() => {
  // Tables: a click on a head sorts by it, another one turns the order round. Numbers begin with the greatest.
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.n === undefined ? cell.textContent : Number(cell.dataset.n);
  };
  const before = (one, other) => {
    if (one === "" || other === "") return (one === "") - (other === "");
    if (typeof one === "number" && typeof other === "number") return one - other;
    return String(one).localeCompare(String(other), "en", { numeric: true });
  };
  const sort = (head, column) => {
    const body = head.closest("table").tBodies[0];
    const rows = [...body.rows];
    const isNumeric = !head.classList.contains("w");
    const was = head.getAttribute("aria-sort");
    const isUp = was ? was === "descending" : !isNumeric;
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    rows.sort((a, b) => {
      const [one, other] = [valueOf(a, column), valueOf(b, column)];
      // What is empty stays last, whichever way.
      const isEmpty = one === "" || other === "";
      return isEmpty || isUp ? before(one, other) : before(other, one);
    });
    body.append(...rows);
  };
  for (const head of document.querySelectorAll("th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head, head.cellIndex));
  }

  // Charts: the value under the pointer, or next to it, is told beside it.
  const NEAR = 28;
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.setAttribute("role", "status");
  tip.hidden = true;
  document.body.append(tip);
  const hide = () => { tip.hidden = true; };
  const tell = (text, box) => {
    tip.textContent = text;
    tip.hidden = false;
    const left = box.left + box.width / 2 - tip.offsetWidth / 2;
    const above = box.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${above < 8 ? box.bottom + 8 : above}px`;
  };
  const away = (box, x, y) => Math.hypot(
    Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  for (const chart of document.querySelectorAll("figure svg")) {
    // The titles are told by the script now; those of browsers would stand over them.
    const name = chart.querySelector(":scope > title");
    if (name) {
      chart.setAttribute("aria-label", name.textContent);
      name.remove();
    }
    const marks = [...chart.querySelectorAll("g > title")].map((title) => {
      const mark = title.parentNode;
      mark.dataset.told = title.textContent.trim();
      title.remove();
      return mark;
    });
    chart.addEventListener("pointermove", ({ clientX, clientY }) => {
      let [least, nearest, at] = [NEAR, null, null];
      for (const mark of marks) {
        if (mark.classList.contains("off")) continue;
        const box = mark.getBoundingClientRect();
        const distance = away(box, clientX, clientY);
        // Of marks that cover the pointer the last is on top.
        if (distance < least || (distance === 0 && least === 0)) [least, nearest, at] = [distance, mark, box];
      }
      if (nearest) tell(nearest.dataset.told, at); else hide();
    });
    chart.addEventListener("pointerleave", hide);

    // A click on the name of a series hides it, and shows it again.
    for (const named of chart.querySelectorAll("[data-name]")) {
      const toggle = () => {
        const { name: series } = named.dataset;
        const isOff = named.getAttribute("aria-pressed") === "true";
        for (const other of chart.querySelectorAll(`[data-name="${series}"]`)) {
          other.setAttribute("aria-pressed", String(!isOff));
          other.classList.toggle("off", isOff);
        }
        for (const mark of chart.querySelectorAll(`[data-series="${series}"]`)) mark.classList.toggle("off", isOff);
        hide();
      };
      named.setAttribute("role", "button");
      named.setAttribute("tabindex", "0");
      named.setAttribute("aria-pressed", "true");
      named.setAttribute("aria-label", `Show ${named.textContent.trim()}`);
      named.addEventListener("click", toggle);
      named.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        toggle();
      });
    }
    // An image has no buttons in it; what has, is a group of things.
    if (chart.querySelector("[data-name]")) chart.setAttribute("role", "group");
  }
  addEventListener("scroll", hide, { passive: true });
})();
