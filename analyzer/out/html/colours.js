/* SPDX-License-Identifier: MIT */
/* The colours of functions in graphs: text on them is readable in both themes, neighbours differ a little. */
const HUES = [255, 150, 45, 320, 85, 200, 20, 285, 115, 350];

function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/* A colour of even lightness whatever its hue (OKLCH), as #rrggbb, which canvases take fastest. */
function evenColour(lightness, chroma, hue) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const digits = linear.map((c) => {
    const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(1, Math.max(0, encoded)))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

class Colours {
  constructor(model) {
    this.model = model;
    this.mode = 'module';
    this.isDark = false;
    this.groupNames = {
      module: (f) => f.moduleName || 'no module',
      file: (f) => f.place.replace(/:\d+$/, '') || 'no file',
      function: (f) => f.name,
    };
    this.refresh();
    const whole = this.legend.reduce((sum, group) => sum + group.self, 0);
    /* Else all is alike. */
    if (this.legend.filter((group) => group.self > whole / 100).length < 2) this.set('function', false);
    this.set('function', false); /* else all is alike */
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
      ? evenColour(0.49 + 0.011 * shade, 0.1, hue)
      : evenColour(0.83 + 0.016 * shade, 0.085, hue);
  }

  fill(row) {
    return this.fills[row] || this.other;
  }
}
