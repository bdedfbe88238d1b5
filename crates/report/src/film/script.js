"use strict";
(() => {
  const game = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const frames = game.frames, last = frames.length - 1;
  const [wide, high] = game.size;
  const SCALE = 960 / Math.max(wide, high), EDGE = 14;
  const NS = "http://www.w3.org/2000/svg";
  const x = (at) => at * SCALE, y = (at) => (high - at) * SCALE;

  const add = (to, name, facts, text) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return to.appendChild(made);
  };
  const put = (to, name, look, text = "") => {
    const made = to.appendChild(document.createElement(name));
    made.className = look;
    made.textContent = text;
    return made;
  };

  // Where everybody stands after each frame; null for figures off the table.
  const tables = [];
  let table = game.figures.map(() => null);
  for (const frame of frames) {
    table = table.slice();
    for (const [figure, way] of frame.moves) table[figure] = way[way.length - 1];
    for (const [figure] of frame.gone) table[figure] = null;
    tables.push(table);
  }

  // Names have room beside a table that is a mere strip.
  const [side, above] = [wide, high].map((length) => Math.max(EDGE, 80 - (length * SCALE) / 2));
  const across = wide * SCALE + 2 * side, down = high * SCALE + 2 * above;
  const svg = add(byId("table"), "svg", { viewBox: `${-side} ${-above} ${across} ${down}`, role: "img" });
  const ground = add(svg, "g", {}), drawn = add(svg, "g", {});
  add(ground, "rect", { width: x(wide), height: high * SCALE, class: "ground" });
  for (const [name, kind, corners] of game.areas) {
    const points = corners.map(([right, up]) => `${x(right)},${y(up)}`).join(" ");
    add(add(ground, "polygon", { points, class: kind }), "title", {}, name);
  }
  for (const [[x1, y1], [x2, y2], side] of game.exits) {
    const edge = add(ground, "line", { x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2), class: `exit l${side}` });
    add(edge, "title", {}, `${game.sides[side]} may leave here`);
  }
  for (const [, [right, up], radius] of game.places) {
    add(ground, "circle", { cx: x(right), cy: y(up), r: radius * SCALE, class: "place" });
  }

  // Who would win, from action to action: the first side's share from below.
  const end = game.winner === null ? 0.5 : 1 - game.winner;
  const wins = frames.map((frame) => frame.wins).concat(end);
  const course = add(byId("course"), "svg", { viewBox: `0 0 ${frames.length} 100`, preserveAspectRatio: "none" });
  const curve = wins.map((share, k) => `${k},${100 - 100 * share}`).join(" ");
  add(course, "polygon", { points: `0,100 ${curve} ${frames.length},100`, class: "f0" });
  add(course, "line", { x1: 0, y1: 50, x2: frames.length, y2: 50, class: "even" });
  // How far the shares of so many games may be off, 19 times in 20; who has won is certain.
  const half = (share, k) => (k < frames.length ? 196 * Math.sqrt((share * (1 - share)) / game.playouts) : 0);
  const edge = (sign) => wins.map((share, k) => `${k},${100 - 100 * share - sign * half(share, k)}`);
  add(course, "polygon", { points: [...edge(1), ...edge(-1).reverse()].join(" "), class: "band" });
  add(course, "polyline", { points: curve, class: "curve" });
  const cursor = add(course, "rect", { y: 0, width: 1, height: 100, class: "cursor" });
  byId("course").onclick = (event) => {
    const box = byId("course").getBoundingClientRect();
    show(Math.floor(((event.clientX - box.left) / box.width) * frames.length));
  };

  const strip = byId("strip"), list = byId("list"), slider = byId("slider");
  const cells = frames.map((frame, k) => {
    const cell = put(strip, "i", frame.action ? `s${frame.side}` : "none");
    if (frame.seized) cell.classList.add("seized");
    cell.title = frame.headline;
    cell.onclick = () => show(k);
    return cell;
  });
  const parts = frames.map((frame, k) => {
    const part = put(list, "li", frame.seized ? "seized" : "");
    const link = put(part, "a", "", frame.headline);
    link.href = `#a${frame.action}`;
    link.onclick = (event) => { event.preventDefault(); play(false); show(k); };
    const first = Math.round(100 * wins[k + 1]), ahead = first < 50 ? 1 : 0;
    const leads = put(link, "span", `t${ahead}`);
    put(leads, "span", "", game.sides[ahead]);
    put(leads, "span", "", `${ahead ? 100 - first : first} %`);
    const lines = put(part, "div", "lines");
    for (const line of frame.text.split("\n").filter(Boolean)) put(lines, "p", `in${line.search(/\S/)}`, line.trim());
    return part;
  });
  slider.max = last;

  function path(way, look) {
    const points = way.filter(Boolean).map(([right, up]) => `${x(right)},${y(up)}`);
    if (points.length > 1) add(drawn, "polyline", { points: points.join(" "), class: `way ${look}` });
  }

  /** Names places, and units below their figures, each clear of what is there already. */
  function names(table, px) {
    const size = (number) => Math.max(game.figures[number].radius * SCALE, 4.5 * px);
    const taken = table.flatMap((at, number) => (at ? [[x(at[0]), y(at[1]), size(number), size(number)]] : []));
    const name = (words, look, cx, from) => {
      const half = words.length * 3.6 * px;
      const at = Math.min(Math.max(cx, half), Math.max(x(wide) - half, half));
      const isFree = (cy) => taken.every(([x2, y2, w, h]) => Math.abs(at - x2) > half + w || Math.abs(cy - y2) > 7 * px + h);
      let cy = from;
      for (let step = 0; step < 40 && !isFree(cy); step += 1) cy += 4 * px;
      taken.push([at, cy, half, 7 * px]);
      add(drawn, "text", { x: at, y: cy + 4.5 * px, class: look, "text-anchor": "middle", "font-size": 13 * px }, words);
    };
    for (const [words, [right, up]] of game.places) name(words, "name", x(right), y(up));
    const units = new Map();
    game.figures.forEach((of, number) => {
      const key = `${of.side}${of.unit}`, unit = units.get(key) || { ...of, spots: [] };
      if (table[number]) unit.spots.push(table[number]);
      units.set(key, unit);
    });
    for (const { unit, side, spots } of units.values()) {
      if (!spots.length) continue;
      // Near a figure of the unit, however scattered it is.
      const [right, up] = [0, 1].map((k) => spots.reduce((sum, at) => sum + at[k], 0) / spots.length);
      const far = (at) => Math.hypot(at[0] - right, at[1] - up);
      const amid = spots.reduce((one, other) => (far(other) < far(one) ? other : one));
      name(unit, `name t${side}`, x(amid[0]), y(amid[1]) + 14 * px);
    }
  }

  function figure(number, at, px, look) {
    const of = game.figures[number], r = Math.max(of.radius * SCALE, 4.5 * px);
    const [cx, cy] = [x(at[0]), y(at[1])], side = 1.77 * r;
    // Sides differ in shape, too.
    const shape = of.side
      ? add(drawn, "rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, class: `piece f1 ${look}` })
      : add(drawn, "circle", { cx, cy, r, class: `piece f0 ${look}` });
    add(shape, "title", {}, `${of.name}, ${of.unit}`);
    if (of.leads) add(drawn, "circle", { cx, cy, r: r * 0.45, class: "lead" });
  }

  /** Rings the figures that a line of the text names. */
  const longest = game.figures.map((of, number) => [of.name, number]).sort(([one], [other]) => other.length - one.length);
  function ring(words) {
    drawn.querySelectorAll(".ring").forEach((ring) => ring.remove());
    const px = across / (svg.clientWidth || across);
    for (const [name, number] of longest) {
      const at = tables[now][number] || (tables[now - 1] || [])[number];
      if (at && words.includes(name)) add(drawn, "circle", { cx: x(at[0]), cy: y(at[1]), r: 11 * px, class: "way ring" });
      words = words.split(name).join(" ");
    }
  }
  list.onpointerover = (event) => ring(event.target.closest(".now .lines p")?.textContent || "");
  list.onpointerleave = () => ring("");

  let now = 0, timer = 0;
  function show(k) {
    now = Math.min(Math.max(k, 0), last);
    const frame = frames[now], table = tables[now], before = tables[now - 1] || [];
    const sideOf = (number) => game.figures[number].side;
    // Units of the picture to a pixel of the screen.
    const px = across / (svg.clientWidth || across);
    drawn.replaceChildren();
    for (const [number, way] of frame.moves) path([before[number], ...way], `trail l${sideOf(number)}`);
    table.forEach((at, number) => at && figure(number, at, px, ""));
    for (const [, , from, to] of frame.fights) path([from, to], "fight");
    for (const [by, , hit, from, to] of frame.shots) path([from, to], `l${sideOf(by)} ${hit ? "hit" : "miss"}`);
    for (const [number, at, fell] of frame.gone) {
      if (!fell) continue;
      figure(number, at, px, "fallen");
      const [cx, cy, r] = [x(at[0]), y(at[1]), 7 * px];
      add(drawn, "path", { d: `M${cx - r} ${cy - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, class: "way cross" });
    }
    names(table, px);
    cells.forEach((cell, k) => cell.classList.toggle("now", k === now));
    parts.forEach((part, k) => part.classList.toggle("now", k === now));
    // The action before stays in sight.
    list.scrollTop = parts[Math.max(now - 1, 0)].offsetTop - list.offsetTop;
    slider.value = now;
    slider.setAttribute("aria-valuetext", frame.headline);
    cursor.setAttribute("x", now);
    byId("now").textContent = frame.headline;
    byId("what").textContent = `${frame.outlook} ${frame.happens}`;
    svg.setAttribute("aria-label", `${frame.headline}. ${frame.happens}`);
    byId("legend").querySelectorAll("b").forEach((count, side) => {
      const those = table.filter((_, number) => sideOf(number) === side);
      count.textContent = `${those.filter(Boolean).length} of ${those.length}`;
    });
    history.replaceState(null, "", `#a${frame.action}`);
  }

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (now < last ? show(now + 1) : play(false)), 900) : 0;
    byId("play").textContent = on ? "Pause" : "Play";
  }

  function seize(step) {
    let k = now + step;
    while (k > 0 && k < last && !frames[k].seized) k += step;
    show(k);
  }

  byId("play").onclick = () => { if (now === last) show(0); play(!timer); };
  byId("back").onclick = () => { play(false); show(now - 1); };
  byId("on").onclick = () => { play(false); show(now + 1); };
  slider.oninput = () => { play(false); show(Number(slider.value)); };
  byId("whole").onchange = (event) => { list.classList.toggle("whole", event.target.checked); show(now); };
  byId("print").onclick = () => print();
  byId("print-all").onclick = () => {
    const was = now, pages = byId("pages");
    frames.forEach((_, k) => {
      show(k);
      const page = put(pages, "section", "");
      page.append(...[byId("frame"), parts[k]].map((part) => part.cloneNode(true)));
    });
    document.body.classList.add("all");
    print();
    document.body.classList.remove("all");
    pages.replaceChildren();
    show(was);
  };
  const keys = {
    ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), ArrowUp: () => seize(-1), ArrowDown: () => seize(1),
    Home: () => show(0), End: () => show(last), " ": () => byId("play").click(),
  };
  addEventListener("keydown", (event) => {
    // The slider, the list and buttons have keys of their own.
    const { key, target } = event, scrolls = /Up|Down/.test(key) && target.closest("#slider, #list");
    const presses = key === " " && target.closest("button, input, a");
    if (!keys[key] || scrolls || presses || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (key !== " ") play(false);
    keys[key]();
  });
  const linked = () => {
    const number = Number((/^#a(\d+)$/.exec(location.hash) || [])[1] || 0);
    const k = frames.findIndex((frame) => frame.action >= number);
    show(k < 0 ? last : k);
  };
  addEventListener("hashchange", linked);
  addEventListener("resize", () => show(now));
  byId("game").hidden = false;
  linked();
})();
