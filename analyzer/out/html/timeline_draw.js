/* SPDX-License-Identifier: MIT */
/* Drawing the timeline: axis, calls of each track, marks, gaps. What is narrower than a pixel is merged. */
const SPAN_ROW = 18;
let labelColumn = 168; /* pixels for the names of tracks; TimelineView.layout() fits it to the window */
const AXIS_HEIGHT = 24;

/* A step of 1, 2 or 5 times a power of ten ns, so that labels of @room pixels do not touch. */
function axisStep(scale, room) {
  const least = room / scale;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= least) || 10 * power;
}

class SpanPainter {
  constructor(context, app, view) {
    Object.assign(this, { context, app, view });
    this.labels = [];
    this.pending = null;
  }

  x(time) {
    return labelColumn + (time - this.view.from) * this.view.scale;
  }

  /* All calls of one depth that are in view, at height y. */
  drawDepth(spans, depth, y) {
    const { from, scale, to } = this.view;
    const end = spans.first[depth + 1];
    let i = spans.firstReaching(depth, from);
    while (i < end && spans.start[i] <= to) {
      if (spans.duration(depth, i) * scale >= 1) {
        this.drawWide(spans, depth, i, y);
        i++;
      } else {
        i = this.drawMerged(spans, depth, i, y);
      }
    }
    this.flush();
  }

  drawWide(spans, depth, i, y) {
    this.flush();
    const right = this.x(spans.end(depth, i));
    const left = Math.max(this.x(spans.start[i]), labelColumn - 2);
    const row = spans.row[i];
    const width = Math.min(right, this.view.width + 2) - left;
    const isFaint = this.app.matches && !this.app.matches.has(row);
    this.context.globalAlpha = isFaint ? 0.25 : 1;
    this.context.fillStyle = this.app.colours.fill(row);
    this.context.fillRect(left, y, width > 3 ? width - 0.6 : width, SPAN_ROW - 1);
    if (spans.flags[i]) this.drawEnds(spans.flags[i], left, y, width);
    if (width > 30)
      this.labels.push([
        this.app.model.functions[row].labels,
        left + 4,
        y + SPAN_ROW / 2,
        width - 8,
        isFaint,
      ]);
  }

  /* Calls without a beginning or an end of their own have a dashed edge there. */
  drawEnds(flags, left, y, width) {
    const { context } = this;
    context.fillStyle = this.app.colours.softText;
    const edge = (x) => {
      for (let dy = 1; dy < SPAN_ROW - 2; dy += 4) context.fillRect(x, y + dy, 1.5, 2);
    };
    if (flags & (CALL_FOREIGN | CALL_CUT)) edge(left);
    if (flags & (CALL_UNWOUND | CALL_OPEN | CALL_CUT)) edge(left + width - 2);
  }

  /* All calls that begin in one pixel: the colour of the longest, as strong as the part of it that they cover. */
  drawMerged(spans, depth, i, y) {
    const { from, scale } = this.view;
    const pixel = Math.floor((spans.start[i] - from) * scale);
    let next = spans.firstFrom(depth, from + (pixel + 1) / scale, i);
    if (next <= i) next = i + 1;
    if (next - 1 > i && spans.duration(depth, next - 1) * scale >= 1) next--;
    const row = spans.row[next === i + 1 ? i : spans.longest(depth, i, next)];
    const strength = Math.ceil(8 * Math.min(1, spans.covered(depth, i, next) * scale));
    const last = this.pending;
    if (last && last.row === row && last.strength === strength && last.right === pixel && last.y === y) {
      last.right++;
    } else {
      this.flush();
      this.pending = { left: pixel, right: pixel + 1, row, strength, y };
    }
    return next;
  }

  flush() {
    const p = this.pending;
    if (!p) return;
    this.pending = null;
    const isFaint = this.app.matches && !this.app.matches.has(p.row);
    this.context.globalAlpha = (0.3 + (0.7 * p.strength) / 8) * (isFaint ? 0.25 : 1);
    this.context.fillStyle = this.app.colours.fill(p.row);
    this.context.fillRect(labelColumn + p.left, p.y, p.right - p.left, SPAN_ROW - 1);
  }

  drawLabels() {
    const { context, app } = this;
    for (const [labels, x, y, room, isFaint] of this.labels) {
      context.globalAlpha = isFaint ? 0.4 : 1;
      context.fillStyle = app.colours.text;
      drawLabel(context, labels, x, y, room);
    }
    context.globalAlpha = 1;
    this.labels = [];
  }
}

function drawAxis(context, view, height) {
  const step = axisStep(view.scale, 110);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = cssColour('--raised');
  context.fillRect(0, 0, view.width, AXIS_HEIGHT);
  for (let n = Math.max(0, Math.ceil(view.from / step)); n * step <= view.to; n++) {
    const x = Math.round(labelColumn + (n * step - view.from) * view.scale) + 0.5;
    context.fillStyle = cssColour('--line-strong');
    context.fillRect(x - 0.5, AXIS_HEIGHT - 7, 1, 7);
    context.fillStyle = cssColour('--soft');
    const label = moment(n * step, step);
    if (x + 6 + context.measureText(label).width < view.width)
      context.fillText(label, x + 4, AXIS_HEIGHT / 2 + 1);
  }
  context.fillStyle = cssColour('--line');
  context.fillRect(0, AXIS_HEIGHT - 0.5, view.width, 1);
  return height;
}

function drawGridLines(context, view, height) {
  const step = axisStep(view.scale, 110);
  context.fillStyle = cssColour('--canvas-line');
  for (let n = Math.max(0, Math.ceil(view.from / step)); n * step <= view.to; n++)
    context.fillRect(Math.round(labelColumn + (n * step - view.from) * view.scale), AXIS_HEIGHT, 1, height);
}

/* Stripes over times of which something is missing. */
function drawHatch(context, left, right, top, height, colour) {
  context.save();
  context.beginPath();
  context.rect(left, top, Math.max(right - left, 3), height);
  context.clip();
  context.globalAlpha = 0.1;
  context.fillStyle = colour;
  context.fillRect(left, top, Math.max(right - left, 3), height);
  context.globalAlpha = 0.42;
  context.strokeStyle = colour;
  context.beginPath();
  for (let x = left - height; x < Math.max(right, left + 3); x += 8) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

/* A band at the foot of a track, darker where more calls were left out. */
function drawLeftOut(context, painter, track, top, height) {
  const { stretches, stretch_bits: bits } = track;
  if (!stretches.length) return;
  const most = stretches.reduce((a, b) => Math.max(a, b));
  const length = 2 ** bits;
  context.fillStyle = cssColour('--soft');
  for (let i = Math.max(0, Math.floor(painter.view.from / length)); i < stretches.length; i++) {
    const left = Math.max(painter.x(i * length), labelColumn);
    if (left > painter.view.width) break;
    context.globalAlpha = stretches[i] ? 0.15 + (0.6 * stretches[i]) / most : 0;
    context.fillRect(left, top, painter.x((i + 1) * length) - left, height);
  }
  context.globalAlpha = 1;
}

function drawRange(context, painter, range, height) {
  const left = Math.max(painter.x(range.from), labelColumn);
  const right = Math.min(painter.x(range.to), painter.view.width);
  if (right <= left) return;
  context.fillStyle = cssColour('--accent');
  context.globalAlpha = 0.14;
  context.fillRect(left, AXIS_HEIGHT, right - left, height);
  context.globalAlpha = 1;
  context.fillRect(left, AXIS_HEIGHT, 1, height);
  context.fillRect(right - 1, AXIS_HEIGHT, 1, height);
}

const MARK_COLOURS = {
  mark: '--match',
  frame: '--accent',
  value: '--accent',
  marker: '--warn',
  lost: '--bad',
};

function drawMark(context, kind, x, y) {
  context.fillStyle = cssColour(MARK_COLOURS[kind] || '--warn');
  context.beginPath();
  if (kind === 'frame') {
    context.rect(x - 1, y, 2, 10);
  } else if (kind === 'value') {
    context.arc(x, y + 5, 3, 0, 2 * Math.PI);
  } else {
    context.moveTo(x - 4, y);
    context.lineTo(x + 4, y);
    context.lineTo(x, y + 9);
  }
  context.fill();
}
