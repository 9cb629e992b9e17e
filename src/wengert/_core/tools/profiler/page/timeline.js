"use strict";

// -- what was recorded: one typed array per column, one entry per span

const data = JSON.parse(document.getElementById("data").textContent);
const BACKWARD = 1, NAMED = 2, KINDS = [0, 1, 2, 3]; // 0: forward, 3: a kernel on a device
const { names, stacks, shapes } = data;
const count = data.spans.name.length;
const ints = (key) => Int32Array.from(data.spans[key]);
const name = ints("name"), thread = ints("thread"), depth = ints("depth"), parent = ints("parent");
const kind = ints("kind"), stack = ints("stack"), shape = ints("shape"), seq = ints("seq");
const start = Float64Array.from(data.spans.start), length = Float64Array.from(data.spans.length);
const memory = Float64Array.from(data.spans.memory);
const end = start.map((t, i) => t + length[i]);
const self = length.slice();
for (let i = 0; i < count; i++) if (parent[i] >= 0) self[parent[i]] -= length[i];
for (let i = 0; i < count; i++) self[i] = Math.max(self[i], 0);
let last = 0;
for (const { time } of data.tracks) for (const t of time) last = Math.max(last, t);
for (let i = 0; i < count; i++) last = Math.max(last, end[i]);
last = last || 1;

const linked = new Map(); // span: the spans that ran backward for it, or the one that it ran backward for
data.links.from.forEach((a, k) => {
  const b = data.links.to[k];
  for (const [x, y] of [[a, b], [b, a]]) linked.has(x) ? linked.get(x).push(y) : linked.set(x, [y]);
});

// A row holds spans that do not overlap, in order, so both their starts and their ends are sorted.
const lanes = data.threads.map((label) => ({ label, rows: [], top: 0 }));
for (let i = 0; i < count; i++) {
  const { rows } = lanes[thread[i]];
  while (rows.length <= depth[i]) rows.push([]);
  rows[depth[i]].push(i);
}
for (const lane of lanes) lane.rows = lane.rows.map((row) => Int32Array.from(row.sort((a, b) => start[a] - start[b])));

const HEADER = 24, ROW = 21, GAP = 10;
let tall = 0; // the height of all lanes
for (const lane of lanes) {
  lane.top = tall;
  tall += HEADER + lane.rows.length * ROW + GAP;
}

// -- colours: one hue for an operation and for what runs backward for it

const dark = matchMedia("(prefers-color-scheme: dark)");
const HUES = [210, 28, 145, 330, 265, 50, 185, 0, 95, 300, 232, 165];
const hueOf = new Map();
const family = (text) => text.replace(/^.*(::|: )/, "").replace(/_?Backward\d*$/, "").replace(/[_\d]+$/, "").replace(/_/g, "").toLowerCase();
function hue(n) {
  const key = family(names[n]);
  if (!hueOf.has(key)) hueOf.set(key, HUES[hueOf.size % HUES.length]);
  return hueOf.get(key);
}
const weight = new Float64Array(names.length); // the heaviest operations get the hues that lie furthest apart
for (let i = 0; i < count; i++) if (kind[i] !== NAMED) weight[name[i]] += self[i];
[...weight.keys()].sort((a, b) => weight[b] - weight[a]).forEach(hue);
function colour(n, k) {
  if (k === NAMED) return dark.matches ? "#3a3e43" : "#e6e6e1";
  const h = hue(n);
  if (dark.matches) return k === BACKWARD ? `hsl(${h} 52% 45%)` : `hsl(${h} 38% 31%)`;
  return k === BACKWARD ? `hsl(${h} 56% 66%)` : `hsl(${h} 64% 84%)`;
}
let colours = [];
function paint() {
  colours = KINDS.map((k) => names.map((_, n) => colour(n, k)));
}
const ink = (key) => getComputedStyle(document.documentElement).getPropertyValue("--" + key).trim();
let theme = {};
function dress() {
  for (const key of ["page", "raised", "sunken", "line", "faint", "soft", "ink", "accent", "focus", "memory", "memory-fill", "cover"])
    theme[key] = ink(key);
  paint();
}

// -- how numbers are written

function time(us) {
  const a = Math.abs(us);
  if (a >= 1e6) return (us / 1e6).toFixed(a >= 1e7 ? 2 : 3) + " s";
  if (a >= 1e3) return (us / 1e3).toFixed(a >= 1e5 ? 1 : a >= 1e4 ? 2 : 3) + " ms";
  return (a >= 100 ? us.toFixed(1) : us.toFixed(2)) + " µs";
}
function bytes(n) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let size = Math.abs(n), at = 0;
  while (size >= 1024 && at < units.length - 1) { size /= 1024; at++; }
  return (n < 0 ? "−" : "") + (at ? size.toFixed(2) : size) + " " + units[at];
}
const innermost = (i) => (stack[i] < 0 ? "" : stacks[stack[i]].split("\n", 1)[0]);

// -- what is looked at

const view = { from: 0, to: last, scroll: 0 };
let hovered = -1, chosen = -1, measured = null, order = "self";
let matches = null; // by span: whether it matches the search; null without one
let hits = [];
const $ = (id) => document.getElementById(id);
const spans = $("spans"), overview = $("overview");

function canvas(element) {
  const ratio = devicePixelRatio || 1, { clientWidth: w, clientHeight: h } = element;
  if (element.width !== Math.round(w * ratio) || element.height !== Math.round(h * ratio)) {
    element.width = Math.round(w * ratio);
    element.height = Math.round(h * ratio);
  }
  const c = element.getContext("2d");
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, w, h);
  c.font = '11.5px ui-sans-serif, system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif';
  c.textBaseline = "middle";
  return [c, w, h];
}
const scale = (w) => w / (view.to - view.from);
const x = (t, w) => (t - view.from) * scale(w);

function look(from, to) {
  const least = Math.min(0.05, last), size = Math.min(Math.max(to - from, least), last);
  const middle = (from + to) / 2;
  view.from = Math.min(Math.max(middle - size / 2, 0), last - size);
  view.to = view.from + size;
  redraw();
}
function zoom(factor, at) {
  const t = view.from + at * (view.to - view.from), size = Math.min((view.to - view.from) * factor, last);
  look(t - at * size, t + (1 - at) * size);
}
function scroll(by) {
  view.scroll = Math.min(Math.max(view.scroll + by, 0), Math.max(0, tall + RULER - spans.clientHeight));
}

let waiting = false, settling = 0;
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
    clearTimeout(settling); // sums over what is in view wait until the view rests
    settling = setTimeout(sums, 120);
  });
}
function draw() {
  scroll(0);
  drawOverview();
  drawSpans();
  tracks.forEach(drawTrack);
}

// -- drawing

const RULER = 26;

/** The first place in a row whose span ends after t. */
function after(row, t) {
  let low = 0, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[row[middle]] > t) high = middle; else low = middle + 1;
  }
  return low;
}

/** Draw a row. Spans under a pixel wide are drawn as one pixel, and what follows within it is skipped. */
function drawRow(c, row, from, perPixel, w, y, h, label) {
  const until = from + w * perPixel;
  for (let k = after(row, from); k < row.length; ) {
    const i = row[k];
    if (start[i] >= until) break;
    const left = (start[i] - from) / perPixel, right = (end[i] - from) / perPixel, wide = right - left;
    c.globalAlpha = matches && !matches[i] && label ? 0.16 : 1;
    c.fillStyle = colours[kind[i]][name[i]];
    if (wide < 1) {
      if (matches && label) { // a match must show even among a thousand others in one pixel
        for (let j = k; j < row.length && (end[row[j]] - from) / perPixel < Math.floor(left) + 1; j++)
          if (matches[row[j]]) { c.globalAlpha = 1; c.fillStyle = colours[kind[row[j]]][name[row[j]]]; break; }
      }
      c.fillRect(Math.floor(left), y, 1, h);
      k = Math.max(k + 1, after(row, from + (Math.floor(left) + 1) * perPixel));
      continue;
    }
    const a = Math.max(left, -2), b = Math.min(right, w + 2), gap = b - a > 4 ? 0.75 : 0;
    c.fillRect(a, y, b - a - gap, h);
    if (label && kind[i] === NAMED && wide > 3) {
      c.strokeStyle = theme.faint;
      c.lineWidth = 0.75;
      c.strokeRect(a + 0.4, y + 0.4, b - a - gap - 0.8, h - 0.8);
    }
    if (label && b - a > 26) {
      const inset = Math.max(a, 0) + 5, room = Math.min(b, w) - inset - 5;
      const text = fitted(c, names[name[i]], room);
      if (text) {
        c.fillStyle = theme.ink;
        c.fillText(text, inset, y + h / 2 + 0.5);
        const more = time(length[i]), used = c.measureText(text).width;
        if (text === names[name[i]] && room - used > 70) {
          c.globalAlpha *= 0.6;
          c.fillText(more, inset + used + 8, y + h / 2 + 0.5);
        }
      }
    }
    k++;
  }
  c.globalAlpha = 1;
}
const widths = new Map();
function width(c, text) {
  if (!widths.has(text)) widths.set(text, c.measureText(text).width);
  return widths.get(text);
}
/** As much of a name as there is room for: its namespace goes first, then its end. */
function fitted(c, text, room) {
  if (width(c, text) <= room) return text;
  const own = text.replace(/^.*(::|: )(?=.)/, ""), wide = width(c, own);
  if (wide <= room) return own;
  const keep = Math.floor((own.length * (room - 8)) / wide);
  return keep >= 3 ? own.slice(0, keep) + "…" : "";
}

/** Steps of 1, 2 or 5 times a power of ten, at least `least` apart. */
function step(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((n) => n * power >= least);
}
function drawRuler(c, w, h) {
  c.fillStyle = theme.raised;
  c.fillRect(0, 0, w, RULER);
  const by = step((view.to - view.from) * (110 / w)), digits = Math.max(0, -Math.floor(Math.log10(by)));
  const [unit, word] = view.to >= 1e6 && by >= 1e3 ? [1e6, " s"] : view.to >= 1e3 && by >= 1 ? [1e3, " ms"] : [1, " µs"];
  const places = Math.max(0, -Math.floor(Math.log10(by / unit) + 1e-9));
  for (let n = Math.ceil(view.from / by); n * by <= view.to; n++) {
    const at = Math.round(x(n * by, w)) + 0.5;
    c.strokeStyle = theme.line;
    c.lineWidth = 1;
    c.beginPath(); c.moveTo(at, RULER - 6); c.lineTo(at, RULER); c.stroke();
    c.globalAlpha = 0.45;
    c.beginPath(); c.moveTo(at, RULER); c.lineTo(at, h); c.stroke();
    c.globalAlpha = 1;
    c.fillStyle = theme.soft;
    c.fillText(((n * by) / unit).toFixed(Math.min(places, digits + 6)) + word, at + 4, RULER / 2);
  }
  c.strokeStyle = theme.line;
  c.beginPath(); c.moveTo(0, RULER - 0.5); c.lineTo(w, RULER - 0.5); c.stroke();
}

const place = (i, w) => ({
  left: x(start[i], w), right: x(end[i], w), y: RULER - view.scroll + lanes[thread[i]].top + HEADER + depth[i] * ROW,
});
function drawSpans() {
  const [c, w, h] = canvas(spans);
  drawRuler(c, w, h);
  c.save();
  c.beginPath(); c.rect(0, RULER, w, h - RULER); c.clip();
  const perPixel = 1 / scale(w);
  for (const lane of lanes) {
    const top = RULER - view.scroll + lane.top;
    if (top > h || top + HEADER + lane.rows.length * ROW < RULER) continue;
    lane.rows.forEach((row, d) => {
      const y = top + HEADER + d * ROW;
      if (y < h && y + ROW > RULER) drawRow(c, row, view.from, perPixel, w, y, ROW - 2, true);
    });
    c.fillStyle = theme.sunken;
    c.fillRect(0, top, w, HEADER - 4);
    c.fillStyle = theme.soft;
    c.fillText(lane.label, 8, top + (HEADER - 4) / 2 + 0.5);
  }
  for (const [i, mark] of [[chosen, theme.ink], [hovered, theme.focus]]) {
    if (i < 0) continue;
    const { left, right, y } = place(i, w);
    c.strokeStyle = mark;
    c.lineWidth = 1.75;
    c.strokeRect(Math.max(left, -4), y, Math.max(Math.min(right, w + 4) - Math.max(left, -4) - 0.75, 2), ROW - 2);
  }
  for (const i of new Set([chosen, hovered])) for (const j of linked.get(i) || []) arrow(c, w, h, i, j);
  if (measured) {
    const [a, b] = [x(measured[0], w), x(measured[1], w)].sort((p, q) => p - q);
    c.fillStyle = theme["memory-fill"];
    c.fillRect(a, RULER, b - a, h);
    c.fillStyle = theme.ink;
    c.textAlign = "center";
    c.fillText(time(Math.abs(measured[1] - measured[0])), (a + b) / 2, RULER + 11);
    c.textAlign = "left";
  }
  c.restore();
  const room = h - RULER;
  if (tall > room) { // how far the lanes go on
    c.fillStyle = theme.faint;
    c.globalAlpha = 0.6;
    c.fillRect(w - 5, RULER + (view.scroll / tall) * room, 3, (room / tall) * room);
    c.globalAlpha = 1;
  }
}

/** From the operation to what ran backward for it, whichever of the two is `i`. */
function arrow(c, w, h, i, j) {
  const [a, b] = kind[i] === BACKWARD && (kind[j] !== BACKWARD || start[j] < start[i]) ? [j, i] : [i, j];
  const p = place(a, w), q = place(b, w);
  const tail = [Math.min(Math.max((p.left + p.right) / 2, -20), w + 20), p.y + (ROW - 2) / 2];
  const head = [Math.min(Math.max((q.left + q.right) / 2, -20), w + 20), q.y + (ROW - 2) / 2];
  const bow = Math.max(p.y, q.y) + ROW + 14 + Math.min(Math.abs(head[0] - tail[0]) * 0.08, 60);
  tail[1] = p.y + ROW - 2;
  head[1] = q.y + ROW - 1;
  c.lineCap = "round";
  for (const [colour, wide] of [[theme.page, 5], [theme.accent, 1.75]]) { // a pale edge keeps it apart from spans
    c.strokeStyle = colour;
    c.lineWidth = wide;
    c.beginPath();
    c.moveTo(...tail);
    c.bezierCurveTo(tail[0], bow, head[0], bow, head[0], head[1] + 6);
    c.stroke();
  }
  c.fillStyle = theme.accent;
  c.beginPath();
  c.moveTo(head[0], head[1]); c.lineTo(head[0] - 4.5, head[1] + 8); c.lineTo(head[0] + 4.5, head[1] + 8);
  c.fill();
  c.beginPath();
  c.arc(tail[0], tail[1], 2.75, 0, 7);
  c.fill();
}

function drawOverview() {
  const [c, w, h] = canvas(overview);
  const rows = lanes.flatMap((lane) => lane.rows), high = Math.min((h - 8) / Math.max(rows.length, 1), 10);
  rows.forEach((row, d) => drawRow(c, row, 0, last / w, w, 4 + d * high, Math.max(high - (high > 3 ? 0.5 : 0), 0.5), false));
  if (matches) {
    c.fillStyle = theme.accent;
    for (const i of hits) c.fillRect(Math.floor((start[i] / last) * w), h - 4, 1.5, 4);
  }
  const a = (view.from / last) * w, b = Math.max((view.to / last) * w, a + 2);
  c.fillStyle = theme.cover;
  c.fillRect(0, 0, a, h);
  c.fillRect(b, 0, w - b, h);
  if (a > 0.5 || b < w - 0.5) {
    c.strokeStyle = theme.focus;
    c.lineWidth = 1.5;
    c.strokeRect(a, 0.75, b - a, h - 1.5);
  }
}

// What is held is counted from the beginning: it falls below zero where memory from before is given back.
const tracks = data.tracks.map(({ label, time, bytes }) => {
  const made = document.createElement("canvas");
  made.setAttribute("aria-hidden", "true");
  $("tracks").append(made);
  const most = bytes.reduce((a, b) => Math.max(a, b), 0), least = bytes.reduce((a, b) => Math.min(a, b), 0);
  return { label, time, bytes, most, least, canvas: made };
});
let pointer = null; // where the pointer is, as a time
function drawTrack(held) {
  const [c, w, h] = canvas(held.canvas), top = 20, foot = h - 5;
  const y = (n) => foot - ((foot - top) * (n - held.least)) / (held.most - held.least || 1);
  let low = 0, high = held.time.length;
  while (low < high) { // the first change after the left edge
    const middle = (low + high) >> 1;
    if (held.time[middle] > view.from) high = middle; else low = middle + 1;
  }
  let now = low ? held.bytes[low - 1] : 0;
  c.beginPath();
  c.moveTo(0, y(now));
  for (let k = low; k < held.time.length && held.time[k] <= view.to; ) {
    const at = x(held.time[k], w), pixel = Math.floor(at);
    let most = now;
    c.lineTo(at, y(now));
    for (; k < held.time.length && Math.floor(x(held.time[k], w)) === pixel; k++) {
      now = held.bytes[k];
      most = Math.max(most, now);
    }
    c.lineTo(at, y(most));
    c.lineTo(at, y(now));
  }
  c.lineTo(w, y(now));
  c.strokeStyle = theme.memory;
  c.lineWidth = 1.25;
  c.stroke();
  c.lineTo(w, y(0));
  c.lineTo(0, y(0));
  c.fillStyle = theme["memory-fill"];
  c.fill();
  c.strokeStyle = theme.line;
  c.setLineDash([3, 3]);
  c.beginPath(); c.moveTo(0, y(held.most) - 0.5); c.lineTo(w, y(held.most) - 0.5); c.stroke();
  c.setLineDash([]);
  c.fillStyle = theme.soft;
  c.fillText(`${held.label}, at most ${bytes(held.most)}`, 8, 9);
  if (pointer !== null) {
    let k = -1;
    for (let low = 0, high = held.time.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (held.time[middle] <= pointer) { k = middle; low = middle + 1; } else high = middle;
    }
    const text = bytes(k < 0 ? 0 : held.bytes[k]), at = x(pointer, w);
    c.strokeStyle = theme.faint;
    c.beginPath(); c.moveTo(at, 0); c.lineTo(at, h); c.stroke();
    c.fillStyle = theme.ink;
    c.textAlign = at > w - 90 ? "right" : "left";
    c.fillText(text, at + (at > w - 90 ? -5 : 5), 9);
    c.textAlign = "left";
  }
}

// -- words beside the picture

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
function pairs(list, entries) {
  for (const [key, value] of entries) {
    const content = value instanceof Node ? value : document.createTextNode(value);
    const dd = element("dd");
    dd.append(content);
    list.append(element("dt", key), dd);
  }
}
function swatch(n, k) {
  const made = element("i");
  made.style.background = colours[k][n];
  if (k === NAMED) made.style.border = "1px solid " + theme.faint;
  return made;
}
function facts() {
  const busy = self.reduce((sum, t, i) => (kind[i] === NAMED ? sum : sum + t), 0);
  const first = start.reduce((least, t) => Math.min(least, t), last);
  const all = [["Wall", time(last - first)], ["In operations", time(busy)], ["Events", count.toLocaleString("en")]];
  if (lanes.length > 1) all.push(["Threads", String(lanes.length)]);
  return all;
}
for (const [key, value] of facts()) {
  const group = element("div");
  group.append(element("dt", key), element("dd", value));
  $("facts").append(group);
}

function tell() {
  const box = $("chosen");
  box.replaceChildren();
  if (chosen < 0) {
    box.append(element("p", count ? "Choose an operation to see what it did, where it was called and what ran backward for it." : "Nothing was recorded.", { class: "hint" }));
    return;
  }
  const i = chosen, title = element("h2"), list = element("dl");
  title.append(swatch(name[i], kind[i]), names[name[i]]);
  const go = (j) => {
    const made = element("button", `${names[name[j]]}  ${time(length[j])}`, { type: "button" });
    made.onclick = () => choose(j, true);
    return made;
  };
  const several = (all) => {
    const made = element("span");
    all.forEach((j, k) => made.append(...(k ? [", "] : []), go(j)));
    return made;
  };
  const entries = [["Took", `${time(length[i])}, itself ${time(self[i])}`], ["Began", `at ${time(start[i])}, ${lanes[thread[i]].label}`]];
  if (shape[i] >= 0) entries.push(["Shapes", shapes[shape[i]]]);
  if (memory[i]) entries.push(["Memory", bytes(memory[i])]);
  if (seq[i] >= 0) entries.push(["Sequence", String(seq[i])]);
  if (parent[i] >= 0) entries.push(["Within", go(parent[i])]);
  const others = linked.get(i) || [];
  const earlier = others.filter((j) => start[j] < start[i]), later = others.filter((j) => start[j] >= start[i]);
  if (earlier.length) entries.push(["Backward of", several(earlier)]);
  if (later.length) entries.push(["Backward", several(later.slice(0, 12))]);
  if (stack[i] >= 0) entries.push(["Called at", element("code", stacks[stack[i]])]);
  pairs(list, entries);
  box.append(title, list);
}

/** What ran in view, by operation; spans that reach beyond it count with the part that is in it. */
function sums() {
  const [from, to] = measured ? [...measured].sort((a, b) => a - b) : [view.from, view.to];
  const sum = new Map();
  let all = 0;
  const inside = new Float64Array(count);
  for (let i = 0; i < count; i++) inside[i] = Math.max(0, Math.min(end[i], to) - Math.max(start[i], from));
  const own = inside.slice();
  for (let i = 0; i < count; i++) if (parent[i] >= 0) own[parent[i]] -= inside[i];
  for (let i = 0; i < count; i++) {
    if (end[i] < from || start[i] > to || (matches && !matches[i])) continue;
    let at = sum.get(name[i]);
    if (!at) sum.set(name[i], (at = { n: name[i], kind: kind[i], name: names[name[i]], self: 0, total: 0, calls: 0 }));
    at.self += Math.max(own[i], 0);
    let nested = parent[i]; // what calls itself counts once
    while (nested >= 0 && name[nested] !== name[i]) nested = parent[nested];
    if (nested < 0) at.total += inside[i];
    at.calls++;
    all += Math.max(own[i], 0);
  }
  const list = [...sum.values()];
  for (const at of list) at.mean = at.total / at.calls;
  list.sort((a, b) => (order === "name" ? a.name.localeCompare(b.name) : b[order] - a[order]) || b.self - a.self);
  $("range").textContent = `${measured ? "Measured" : "In view"}: ${time(to - from)}, from ${time(from)} to ${time(to)}`;
  const shown = list.slice(0, 200).map((at) => {
    const row = element("tr"), first = element("td"), share = element("td"), bar = element("div", "", { class: "share" });
    first.append(swatch(at.n, at.kind), at.name);
    bar.append(element("span"));
    bar.firstChild.style.width = (100 * at.self) / (all || 1) + "%";
    share.append(bar);
    const number = (text) => element("td", text, { class: "number" });
    row.append(first, number(time(at.self)), share, number(time(at.total)), number(String(at.calls)), number(time(at.mean)));
    row.onclick = () => { $("query").value = at.name; search(); };
    return row;
  });
  $("rows").replaceChildren(...shown);
  for (const button of document.querySelectorAll("[data-by]"))
    button.dataset.by === order ? button.setAttribute("aria-sort", "descending") : button.removeAttribute("aria-sort");
}
for (const button of document.querySelectorAll("[data-by]")) button.onclick = () => { order = button.dataset.by; sums(); };

function search() {
  const wanted = $("query").value.trim().toLowerCase();
  unhover();
  hits = [];
  if (!wanted) {
    matches = null;
    $("found").textContent = "";
  } else {
    const has = (texts) => texts.map((text) => text.toLowerCase().includes(wanted));
    const inNames = has(names), inStacks = has(stacks), inShapes = has(shapes);
    matches = new Uint8Array(count);
    let took = 0;
    for (let i = 0; i < count; i++) {
      if (!(inNames[name[i]] || (stack[i] >= 0 && inStacks[stack[i]]) || (shape[i] >= 0 && inShapes[shape[i]]))) continue;
      matches[i] = 1;
      hits.push(i);
      took += self[i];
    }
    hits.sort((a, b) => start[a] - start[b]);
    $("found").textContent = `${hits.length} found, ${time(took)}`;
  }
  redraw();
}
function choose(i, show) {
  chosen = i;
  if (show) unhover();
  if (i >= 0 && show) {
    const size = view.to - view.from;
    if (end[i] < view.from || start[i] > view.to || length[i] > size) {
      const wide = Math.max(Math.min(size, length[i] * 40), length[i] * 1.25), middle = (start[i] + end[i]) / 2;
      look(middle - wide / 2, middle + wide / 2);
    }
    const y = lanes[thread[i]].top + HEADER + depth[i] * ROW, room = spans.clientHeight - RULER;
    if (y < view.scroll) view.scroll = Math.max(0, y - HEADER);
    else if (y + ROW > view.scroll + room) view.scroll = y + ROW - room + GAP;
  }
  tell();
  redraw();
}

// -- pointer and keys

function under(px, py) {
  const w = spans.clientWidth, t = view.from + px / scale(w), y = py - RULER + view.scroll;
  if (py < RULER) return -1;
  const lane = lanes.findLast((l) => l.top <= y);
  const row = lane && lane.rows[Math.floor((y - lane.top - HEADER) / ROW)];
  if (!row) return -1;
  const slack = 2 / scale(w), k = after(row, t - slack); // what is thinner than a pixel can be hit, too
  let best = -1;
  for (let j = k; j < row.length && start[row[j]] <= t + slack; j++) {
    if (start[row[j]] <= t && end[row[j]] >= t) return row[j];
    if (best < 0 || length[row[j]] > length[best]) best = row[j];
  }
  return best;
}
function unhover() {
  hovered = -1;
  $("tip").hidden = true;
}
function hover(px, py) {
  const i = under(px, py), tip = $("tip");
  if (i !== hovered) {
    hovered = i;
    redraw();
  }
  tip.hidden = i < 0;
  if (i < 0) return;
  const head = element("div");
  head.append(element("b", names[name[i]]), element("span", time(length[i]), { class: "time" }));
  const more = [];
  if (self[i] < length[i] * 0.995) more.push(`itself ${time(self[i])}`);
  if (shape[i] >= 0) more.push(shapes[shape[i]]);
  if (memory[i]) more.push(bytes(memory[i]));
  if (innermost(i)) more.push(innermost(i));
  for (const j of (linked.get(i) || []).slice(0, 3))
    more.push(start[j] < start[i] ? `backward of ${names[name[j]]} at ${time(start[j])}` : `${names[name[j]]} runs backward for it at ${time(start[j])}`);
  tip.replaceChildren(head, ...more.map((text) => element("p", text)));
  const { clientWidth: w, clientHeight: h } = spans;
  tip.style.left = Math.max(4, Math.min(px + 14, w - tip.offsetWidth - 6)) + "px";
  tip.style.top = (py + 20 + tip.offsetHeight > h ? Math.max(2, py - tip.offsetHeight - 12) : py + 20) + "px";
}
let drag = null;
spans.addEventListener("pointerdown", (e) => {
  spans.setPointerCapture(e.pointerId);
  const t = view.from + e.offsetX / scale(spans.clientWidth);
  drag = { x: e.offsetX, y: e.offsetY, from: view.from, to: view.to, scroll: view.scroll, moved: false, measure: e.shiftKey, t };
});
spans.addEventListener("pointermove", (e) => {
  const w = spans.clientWidth;
  pointer = view.from + e.offsetX / scale(w);
  if (!drag) {
    hover(e.offsetX, e.offsetY);
    tracks.forEach(drawTrack);
    return;
  }
  if (Math.abs(e.offsetX - drag.x) + Math.abs(e.offsetY - drag.y) > 3) drag.moved = true;
  if (!drag.moved) return;
  $("tip").hidden = true;
  if (drag.measure) {
    measured = [drag.t, Math.min(Math.max(pointer, 0), last)];
    redraw();
    return;
  }
  const by = (drag.x - e.offsetX) * ((drag.to - drag.from) / w);
  view.scroll = drag.scroll + drag.y - e.offsetY;
  look(drag.from + by, drag.to + by);
});
spans.addEventListener("pointerup", (e) => {
  if (drag && !drag.moved) {
    measured = null;
    choose(under(e.offsetX, e.offsetY), false);
  }
  drag = null;
});
spans.addEventListener("pointercancel", () => { drag = null; });
spans.addEventListener("pointerleave", () => {
  pointer = null;
  unhover();
  redraw();
});
spans.addEventListener("dblclick", (e) => {
  const i = under(e.offsetX, e.offsetY);
  if (i >= 0) look(start[i] - length[i] * 0.08, end[i] + length[i] * 0.08);
});
spans.addEventListener("wheel", (e) => {
  e.preventDefault();
  const unit = e.deltaMode === 1 ? 16 : 1, across = e.shiftKey ? e.deltaX || e.deltaY : e.deltaX;
  if (Math.abs(across) > Math.abs(e.shiftKey ? 0 : e.deltaY)) {
    const by = (across * unit) / scale(spans.clientWidth);
    look(view.from + by, view.to + by);
  } else zoom(Math.exp(e.deltaY * unit * 0.002), e.offsetX / spans.clientWidth);
}, { passive: false });
overview.addEventListener("pointerdown", (e) => overview.setPointerCapture(e.pointerId));
for (const event of ["pointerdown", "pointermove"])
  overview.addEventListener(event, (e) => {
    if (!e.buttons) return;
    const t = (e.offsetX / overview.clientWidth) * last, half = (view.to - view.from) / 2;
    look(t - half, t + half);
  });

/** The neighbour of a span: in its row, the one that holds it, or the first that it holds. */
function neighbour(i, way) {
  if (i < 0) return count ? lanes.find((l) => l.rows.length).rows[0][0] : -1;
  const { rows } = lanes[thread[i]], row = rows[depth[i]];
  if (way === "ArrowUp") return parent[i] >= 0 ? parent[i] : i;
  if (way === "ArrowDown") {
    const below = rows[depth[i] + 1];
    return below?.find((j) => parent[j] === i) ?? i;
  }
  return row[row.indexOf(i) + (way === "ArrowRight" ? 1 : -1)] ?? i;
}
addEventListener("keydown", (e) => {
  const typing = e.target === $("query");
  if (e.key === "Escape") {
    $("query").value = "";
    measured = null;
    search();
    choose(-1, false);
    spans.focus();
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (typing) {
    if (e.key === "Enter" && hits.length) {
      e.preventDefault();
      const at = hits.indexOf(chosen), by = e.shiftKey ? -1 : 1;
      choose(hits[at < 0 ? 0 : (at + by + hits.length) % hits.length], true);
    }
    return;
  }
  const size = view.to - view.from, key = e.key.toLowerCase();
  if (key === "/") $("query").focus();
  else if (key === "f") fit();
  else if (key === "w") zoom(0.7, 0.5);
  else if (key === "s") zoom(1 / 0.7, 0.5);
  else if (key === "a") look(view.from - size * 0.15, view.to - size * 0.15);
  else if (key === "d") look(view.from + size * 0.15, view.to + size * 0.15);
  else if (key === "pageup" || key === "pagedown") { scroll((key === "pageup" ? -0.8 : 0.8) * (spans.clientHeight - RULER)); redraw(); }
  else if (key === "enter" && chosen >= 0 && e.target === spans) look(start[chosen] - length[chosen] * 0.08, end[chosen] + length[chosen] * 0.08);
  else if (e.key.startsWith("Arrow") && e.target === spans) choose(neighbour(chosen, e.key), true);
  else return;
  e.preventDefault();
});
function fit() {
  view.scroll = 0;
  look(0, last);
}
$("fit").onclick = fit;
$("find").onsubmit = (e) => e.preventDefault();
$("query").oninput = search;
dark.addEventListener("change", () => { dress(); tell(); redraw(); });
new ResizeObserver(redraw).observe(spans);

// -- a link may say what to look at: #from=10&to=90&search=mul&span=3

const asked = new URLSearchParams(location.hash.slice(1));
dress();
tell();
if (asked.has("from") || asked.has("to")) look(Number(asked.get("from") ?? 0), Number(asked.get("to") ?? last));
if (asked.has("search")) $("query").value = asked.get("search");
search();
if (asked.has("span") && Number(asked.get("span")) < count) choose(Number(asked.get("span")), true);
draw();
sums();
document.documentElement.dataset.spans = String(count); // what has been drawn, for those who watch from outside
