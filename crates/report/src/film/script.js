"use strict";
(() => {
  const game = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const frames = game.frames, last = frames.length - 1;
  const [wide, high] = game.size;
  // Lines and names are as large on every table.
  const SCALE = 960 / Math.max(wide, high);
  const NS = "http://www.w3.org/2000/svg";
  const x = (at) => at * SCALE, y = (at) => (high - at) * SCALE;

  const add = (to, name, facts, text) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return to.appendChild(made);
  };

  // Where everybody stands after each frame; null for figures off the table.
  const tables = [];
  let table = game.figures.map(() => null);
  for (const frame of frames) {
    table = table.slice();
    for (const [figure, right, up] of frame.moves) table[figure] = [right, up];
    for (const figure of frame.gone) table[figure] = null;
    tables.push(table);
  }

  const svg = add(byId("table"), "svg", { viewBox: `0 0 ${x(wide)} ${high * SCALE}`, role: "img" });
  const ground = add(svg, "g", {});
  for (const [name, kind, corners] of game.areas) {
    const points = corners.map(([right, up]) => `${x(right)},${y(up)}`).join(" ");
    add(add(ground, "polygon", { points, class: kind }), "title", {}, name);
  }
  for (const [name, [right, up], radius] of game.places) {
    add(ground, "circle", { cx: x(right), cy: y(up), r: radius * SCALE, class: "place", "stroke-width": 2 });
    add(ground, "text", { x: x(right), y: y(up) + 5, class: "name", "text-anchor": "middle", "font-size": 15 }, name);
  }
  const drawn = add(svg, "g", {});

  const strip = byId("strip"), text = byId("text"), slider = byId("slider");
  const cells = frames.map((frame, k) => {
    const cell = strip.appendChild(document.createElement("i"));
    cell.className = frame.action ? `s${frame.side}` : "none";
    if (frame.seized) cell.classList.add("seized");
    cell.title = head(k);
    cell.onclick = () => show(k);
    return cell;
  });
  const parts = frames.map((frame, k) => {
    const part = text.appendChild(document.createElement("b"));
    part.textContent = frame.text;
    part.onclick = () => show(k);
    return part;
  });
  slider.max = last;

  // Who would win, from action to action: the first side's share from below.
  const end = game.winner === null ? 0.5 : 1 - game.winner;
  const wins = frames.map((frame) => frame.wins).concat(end);
  const course = add(byId("course"), "svg", { viewBox: `0 0 ${frames.length} 100`, preserveAspectRatio: "none" });
  const curve = wins.map((share, k) => `${k},${100 - 100 * share}`).join(" ");
  add(course, "polygon", { points: `0,100 ${curve} ${frames.length},100`, class: "f0" });
  const cursor = add(course, "rect", { y: 0, width: 1, height: 100, class: "cursor" });
  byId("course").onclick = (event) => show(Math.floor((event.offsetX / byId("course").clientWidth) * frames.length));

  function head(k) {
    const frame = frames[k];
    if (!frame.action) return "Set up";
    const seized = frame.seized ? " seize the initiative and" : "";
    return `Action ${frame.action}: ${game.sides[frame.side]}${seized} ${frame.what}`;
  }

  function line(from, to, look) {
    if (!from || !to) return;
    add(drawn, "line", { x1: x(from[0]), y1: y(from[1]), x2: x(to[0]), y2: y(to[1]), "stroke-width": 2.5, ...look });
  }

  function figure(number, at, look) {
    const of = game.figures[number], r = Math.max(of.radius * SCALE, 5);
    const disc = add(drawn, "circle", { cx: x(at[0]), cy: y(at[1]), r, class: `f${of.side} ${look}` });
    add(disc, "title", {}, `${of.name}, ${of.unit}`);
    if (of.leads) add(drawn, "circle", { cx: x(at[0]), cy: y(at[1]), r: r * 0.45, fill: "var(--page)" });
  }

  let now = 0, timer = 0;
  function show(k) {
    now = Math.min(Math.max(k, 0), last);
    const frame = frames[now], table = tables[now], before = tables[Math.max(now - 1, 0)];
    const was = (number) => before[number] || table[number];
    drawn.replaceChildren();
    for (const number of frame.gone) {
      const at = before[number];
      if (!at) continue;
      figure(number, at, "fallen");
      const [cx, cy, r] = [x(at[0]), y(at[1]), 9];
      add(drawn, "path", { d: `M${cx - r} ${cy - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, class: "fight", "stroke-width": 2.5 });
    }
    for (const [number] of frame.moves) line(before[number], table[number], { class: `trail l${game.figures[number].side}`, "stroke-width": 6 });
    table.forEach((at, number) => at && figure(number, at, ""));
    for (const [one, other] of frame.fights) line(was(one), was(other), { class: "fight", "stroke-width": 5 });
    for (const [by, at, hit] of frame.shots) line(was(by), was(at), { class: `l${game.figures[by].side}${hit ? "" : " miss"}` });
    cells.forEach((cell, k) => cell.classList.toggle("now", k === now));
    parts.forEach((part, k) => part.classList.toggle("now", k === now));
    const part = parts[now];
    text.scrollTop = part.offsetTop - text.offsetTop - text.clientHeight / 3;
    slider.value = now;
    cursor.setAttribute("x", now);
    const share = Math.round(100 * wins[now + 1]);
    byId("now").textContent = `${head(now)}. From here ${game.sides[0]} would win ${share} %, ${game.sides[1]} ${100 - share} %.`;
    byId("strength").textContent = game.sides.map((name, side) => {
      const all = game.figures.filter((of) => of.side === side).length;
      const left = table.filter((at, number) => at && game.figures[number].side === side).length;
      return `${name}: ${left} of ${all} on the table`;
    }).join(" · ");
    history.replaceState(null, "", now ? `#a${frame.action || now}` : "#");
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
  const keys = {
    ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), ArrowUp: () => seize(-1), ArrowDown: () => seize(1),
    Home: () => show(0), End: () => show(last), " ": () => byId("play").click(),
  };
  addEventListener("keydown", (event) => {
    const isTyped = event.target.id === "text" || (event.key === " " && event.target.tagName === "BUTTON");
    if (!keys[event.key] || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    keys[event.key]();
  });
  const linked = () => {
    const number = Number((/^#a(\d+)$/.exec(location.hash) || [])[1] || 0);
    show(number ? Math.max(frames.findIndex((frame) => frame.action === number), 0) : 0);
  };
  addEventListener("hashchange", linked);
  byId("game").hidden = false;
  linked();
})();
