/* SPDX-License-Identifier: MIT */
/* Making elements. Text of the capture only ever becomes text nodes. */
const $ = (id) => document.getElementById(id);

/* make('td', {class: 'x', title: t, onclick: f}, child, ...): attributes, properties that begin with "on", children. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/* A duration with its unit apart, so that digits stand below digits. */
function timeCell(ns) {
  const [value, unit] = durationParts(ns);
  return [value, make('small', {}, unit)];
}

function definitions(attributes, pairs) {
  const list = make('dl', attributes);
  for (const [term, ...value] of pairs) list.append(make('dt', {}, term), make('dd', {}, ...value));
  return list;
}

function say(text) {
  $('spoken').textContent = text;
}

const tip = {
  show(x, y, title, pairs) {
    const box = $('tip');
    box.replaceChildren(make('b', {}, title), definitions({}, pairs));
    box.hidden = false;
    const { width, height } = box.getBoundingClientRect();
    const left = x + 14 + width > innerWidth ? x - 14 - width : x + 14;
    const top = y + 16 + height > innerHeight ? y - 12 - height : y + 16;
    box.style.left = `${Math.max(4, left)}px`;
    box.style.top = `${Math.max(4, top)}px`;
  },
  hide() {
    $('tip').hidden = true;
  },
};

const CANVAS_FONT = '11px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/* A canvas as large as @width by @height on the screen, cleared. Its context draws in CSS pixels. */
function prepareCanvas(canvas, width, height) {
  const ratio = devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

function cssColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/* Many requests, one drawing a frame. */
function oncePerFrame(draw) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}
