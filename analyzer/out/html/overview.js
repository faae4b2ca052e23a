/* SPDX-License-Identifier: MIT */
/* The whole run above the timeline: a line a track, darker where it is busier, and the part that is in view. */
class Overview {
  constructor(app, timeline) {
    this.app = app;
    this.timeline = timeline;
    this.canvas = $('overview');
    this.picture = null;
    this.draw = oncePerFrame(() => this.drawNow());
    this.canvas.addEventListener('pointerdown', (event) => this.press(event));
    this.canvas.addEventListener('pointermove', (event) => this.move(event));
    this.canvas.addEventListener('pointerup', () => this.release());
  }

  forget() {
    this.picture = null;
    this.draw();
  }

  paint(width, height) {
    const picture = document.createElement('canvas');
    const context = prepareCanvas(picture, width, height);
    const tracks = this.app.model.tracks.filter((t) => t.spans.depthCount);
    const line = Math.min(12, (height - 8) / Math.max(1, tracks.length));
    const { begin, end } = this.app.model;
    const step = (end - begin) / Math.max(1, width - labelColumn);
    context.fillStyle = cssColour('--accent');
    tracks.forEach((track, n) => {
      const { spans } = track;
      for (let x = 0; x < width - labelColumn; x++) {
        const part = busy(spans, begin + x * step, begin + (x + 1) * step);
        context.globalAlpha = 0.3 + 0.45 * part; /* a short moment is seen, too */
        if (part > 0)
          context.fillRect(labelColumn + x, 4 + n * line, 1, Math.max(1, line - (line > 3 ? 1 : 0)));
      }
    });
    return picture;
  }

  drawNow() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width) return;
    if (!this.picture || this.width !== width) {
      this.width = width;
      this.picture = this.paint(width, height);
    }
    const context = prepareCanvas(this.canvas, width, height);
    context.drawImage(this.picture, 0, 0, width, height);
    context.fillStyle = cssColour('--soft');
    context.font = CANVAS_FONT;
    context.fillText(this.app.model.facts.is_filtered ? 'chosen part' : 'whole run', 10, 16);
    context.fillText(duration(this.app.model.end - this.app.model.begin), 10, 32);
    const [left, right] = [
      this.x(this.timeline.from),
      Math.max(this.x(this.timeline.to), this.x(this.timeline.from) + 2),
    ];
    context.fillStyle = cssColour('--ground');
    context.globalAlpha = 0.62;
    context.fillRect(labelColumn, 0, left - labelColumn, height);
    context.fillRect(right, 0, width - right, height);
    context.globalAlpha = 1;
    context.strokeStyle = cssColour('--accent');
    context.strokeRect(left + 0.5, 0.5, Math.max(right - left - 1, 1), height - 1);
  }

  x(time) {
    const { begin, end } = this.app.model;
    return labelColumn + ((time - begin) / (end - begin)) * (this.width - labelColumn);
  }

  time(event) {
    const x = event.clientX - this.canvas.getBoundingClientRect().left;
    const { begin, end } = this.app.model;
    return begin + ((x - labelColumn) / (this.width - labelColumn)) * (end - begin);
  }

  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.start = this.time(event);
    this.x0 = event.clientX;
  }

  move(event) {
    if (this.start === undefined || Math.abs(event.clientX - this.x0) < 4) return;
    const at = this.time(event);
    this.timeline.setView(Math.min(at, this.start), Math.max(at, this.start));
    this.moved = true;
  }

  release() {
    if (this.start !== undefined && !this.moved) {
      const half = (this.timeline.to - this.timeline.from) / 2;
      this.timeline.setView(this.start - half, this.start + half);
    }
    this.start = undefined;
    this.moved = false;
  }
}

/* The part of a time that the outermost calls of a track cover. */
function busy(spans, from, to) {
  const first = spans.firstReaching(0, from);
  const next = spans.firstFrom(0, to, Math.min(first, spans.first[1]));
  if (first >= next) return 0;
  let covered = spans.covered(0, first, next);
  covered -= Math.max(0, from - spans.start[first]) + Math.max(0, spans.end(0, next - 1) - to);
  return Math.max(0, Math.min(1, covered / (to - from)));
}
