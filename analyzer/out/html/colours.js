/* SPDX-License-Identifier: MIT */
/* The colours of functions in graphs: text on them is readable in both themes, neighbours differ a little. */
const HUES = [255, 150, 45, 320, 85, 200, 20, 285, 115, 350];

function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

class Colours {
  constructor(model) {
    this.model = model;
    this.mode = model.facts.modules.length > 1 ? 'module' : 'function';
    this.isDark = false;
    this.groupNames = {
      module: (f) => f.moduleName || 'no module',
      file: (f) => f.place.replace(/:\d+$/, '') || 'no file',
      function: (f) => f.name,
    };
    this.refresh();
  }

  set(mode, isDark) {
    this.mode = mode;
    this.isDark = isDark;
    this.refresh();
  }

  /* Groups by their self time, the largest first: those get the colours that differ most. */
  groups() {
    const sums = new Map();
    for (const f of this.model.functions) {
      if (f)
        sums.set(
          this.groupNames[this.mode](f),
          (sums.get(this.groupNames[this.mode](f)) || 0) + (f.self || 0),
        );
    }
    return [...sums].map(([name, self]) => ({ name, self })).sort((a, b) => b.self - a.self);
  }

  refresh() {
    this.legend = this.groups();
    const hues = new Map(
      this.legend.map(({ name }, i) => [
        name,
        this.mode === 'function' ? hashOf(name) % 360 : i < HUES.length ? HUES[i] : hashOf(name) % 360,
      ]),
    );
    for (const group of this.legend) group.fill = this.fillOf(hues.get(group.name), 0);
    this.fills = this.model.functions.map(
      (f) => f && this.fillOf(hues.get(this.groupNames[this.mode](f)), (hashOf(f.name) % 7) - 3),
    );
    this.other = this.isDark ? '#3b4250' : '#d4d8df';
    this.text = this.isDark ? '#f2f4f8' : '#14181f';
    this.softText = this.isDark ? '#f2f4f8b0' : '#14181fb0';
  }

  fillOf(hue, shade) {
    return this.isDark
      ? `oklch(${0.5 + 0.012 * shade} 0.1 ${hue})`
      : `oklch(${0.83 + 0.016 * shade} 0.085 ${hue})`;
  }

  fill(row) {
    return this.fills[row] || this.other;
  }
}
