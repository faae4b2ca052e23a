/* SPDX-License-Identifier: MIT */
/* The flame graph (callers below) and the icicle (callers above): one canvas, two directions. */
const FLAME_ROW = 20;

class FlameView {
  constructor(app) {
    this.app = app;
    this.isIcicle = false;
    this.scroll = $('flame-scroll');
    this.spacer = this.scroll.querySelector('.spacer');
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-label': 'Call tree. Arrow keys walk, Enter zooms in, Backspace zooms out.',
    });
    this.scroll.append(this.canvas);
    this.draw = oncePerFrame(() => this.drawNow());
    this.tree = null;
    this.track = null;
    this.drawn = [];
    this.fillThreads();
    this.listen();
  }

  fillThreads() {
    $('flame-thread').append(
      make('option', { value: '' }, 'all threads'),
      ...this.app.model.tracks.map((t) => make('option', { value: t.number }, `${t.label} · ${t.tid}`)),
    );
  }

  listen() {
    $('flame-thread').addEventListener('change', (event) =>
      this.show(event.target.value === '' ? null : Number(event.target.value)),
    );
    $('flame-out').addEventListener('click', () => this.zoomOut());
    this.canvas.addEventListener('mousemove', (event) => this.hover(event));
    this.canvas.addEventListener('mouseleave', () => tip.hide());
    this.canvas.addEventListener('click', (event) => this.pick(event));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('focus', this.draw);
    this.canvas.addEventListener('blur', this.draw);
    this.scroll.addEventListener('scroll', this.draw);
    new ResizeObserver(() => this.layout()).observe(this.scroll);
  }

  open(isIcicle) {
    const turned = this.isIcicle !== isIcicle;
    this.isIcicle = isIcicle;
    if (!this.tree) this.show(null);
    this.layout();
    if (turned || !this.opened) this.scroll.scrollTop = isIcicle ? 0 : this.scroll.scrollHeight;
    this.opened = true;
  }

  show(track) {
    this.track = track;
    this.tree = this.app.trees.of(track);
    this.zoomed = 0;
    this.cursor = 0;
    this.showWhere();
    this.layout();
    if (!this.isIcicle) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  layout() {
    if (!this.tree || !this.scroll.clientHeight) return;
    this.height = Math.max(this.scroll.clientHeight, (this.tree.deepest + 1) * FLAME_ROW + 4);
    this.spacer.style.height = `${this.height}px`;
    this.draw();
  }

  nameOf(node) {
    if (node === 0) return this.tree.title;
    const row = this.tree.row[node];
    return row === NO_FUNCTION ? 'other stacks' : this.app.model.functions[row].name;
  }

  labelsOf(node) {
    const f = node && this.app.model.functions[this.tree.row[node]];
    return f ? f.labels : [this.nameOf(node)];
  }

  top(depth) {
    const y = this.isIcicle ? depth * FLAME_ROW : this.height - (depth + 1) * FLAME_ROW;
    return y - this.scroll.scrollTop;
  }

  drawNow() {
    if (!this.tree || !this.scroll.clientHeight) return;
    const [width, height] = [this.scroll.clientWidth, this.scroll.clientHeight];
    const context = prepareCanvas(this.canvas, width, height);
    context.font = CANVAS_FONT;
    context.textBaseline = 'middle';
    this.scale = width / (this.tree.total[this.zoomed] || 1);
    this.from = this.tree.left[this.zoomed];
    this.drawn = [];
    for (let node = this.zoomed; node;) {
      node = this.tree.parent[node];
      this.box(context, node, 0, width, true);
    }
    this.drawBelow(context, this.zoomed, width, height);
    this.drawCursor(context);
  }

  /* Children are sorted by length: the first that is too small for a pixel begins what is drawn as one. */
  drawBelow(context, top, width, height) {
    const waiting = [top];
    while (waiting.length) {
      const node = waiting.pop();
      const x = node === top ? 0 : (this.tree.left[node] - this.from) * this.scale;
      const w = node === top ? width : this.tree.total[node] * this.scale;
      const y = this.top(this.tree.depth[node]);
      if (y > -FLAME_ROW && y < height) this.box(context, node, x, w, false);
      for (let i = this.tree.first[node]; i < this.tree.first[node + 1]; i++) {
        const child = this.tree.order[i];
        if (this.tree.total[child] * this.scale < 0.75) {
          this.drawRest(context, node, child, x + w);
          break;
        }
        waiting.push(child);
      }
    }
  }

  drawRest(context, parent, child, end) {
    const x = (this.tree.left[child] - this.from) * this.scale;
    const last = this.tree.order[this.tree.first[parent + 1] - 1];
    const right = (this.tree.left[last] + this.tree.total[last] - this.from) * this.scale;
    if (right - x < 0.5) return;
    context.fillStyle = this.app.colours.other;
    context.fillRect(x, this.top(this.tree.depth[child]), Math.min(right, end) - x, FLAME_ROW - 1);
  }

  box(context, node, x, w, isAbove) {
    const row = node ? this.tree.row[node] : NO_FUNCTION;
    const y = this.top(this.tree.depth[node]);
    const isMatch = !this.app.matches || this.app.matches.has(row);
    this.drawn.push({ node, x, y, w });
    context.globalAlpha = isAbove ? 0.55 : isMatch || !node ? 1 : 0.28;
    context.fillStyle = this.app.colours.fill(row);
    context.fillRect(x, y, Math.max(w - (w > 3 ? 1 : 0), 0.75), FLAME_ROW - 1);
    if (this.app.chosen && row === this.app.chosen.id) {
      context.strokeStyle = this.app.colours.text;
      context.strokeRect(x + 0.5, y + 0.5, Math.max(w - 2, 1), FLAME_ROW - 2);
    }
    if (w > 28) {
      context.fillStyle = this.app.colours.text;
      drawLabel(context, this.labelsOf(node), x + 5, y + FLAME_ROW / 2, w - 9);
    }
    context.globalAlpha = 1;
  }

  drawCursor(context) {
    const at = document.activeElement === this.canvas && this.drawn.find((d) => d.node === this.cursor);
    if (!at) return;
    context.strokeStyle = cssColour('--accent');
    context.lineWidth = 2;
    context.strokeRect(at.x + 1, at.y + 1, Math.max(at.w - 3, 2), FLAME_ROW - 3);
    context.lineWidth = 1;
  }

  hit(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    return this.drawn.find((d) => x >= d.x && x < d.x + Math.max(d.w, 1) && y >= d.y && y < d.y + FLAME_ROW);
  }

  factsOf(node) {
    const { tree } = this;
    const whole = tree.total[0];
    const pairs = [['total', `${duration(tree.total[node])} · ${percent(tree.total[node], whole)}`]];
    if (node)
      pairs.push(
        ['self', `${duration(tree.self[node])} · ${percent(tree.self[node], whole)}`],
        ['calls', count(tree.calls[node])],
      );
    const f = node && this.app.model.functions[tree.row[node]];
    if (f) pairs.push(['module', f.moduleName || '–'], ['at', f.place || '–']);
    return pairs;
  }

  hover(event) {
    const at = this.hit(event);
    if (at) tip.show(event.clientX, event.clientY, this.nameOf(at.node), this.factsOf(at.node));
    else tip.hide();
  }

  pick(event) {
    const at = this.hit(event);
    if (!at) return;
    this.moveTo(at.node);
    this.zoom(at.node);
  }

  zoom(node) {
    this.zoomed = node;
    this.showWhere();
    this.draw();
  }

  zoomOut() {
    if (this.zoomed) this.moveTo(this.zoomed);
    this.zoom(this.tree.parent[this.zoomed]);
  }

  showWhere() {
    $('flame-out').disabled = this.zoomed === 0;
    const matched = this.app.matches
      ? ` · found: ${percent(this.tree.covered(this.app.matches), this.tree.total[0])}`
      : '';
    $('flame-where').textContent =
      (this.zoomed
        ? `${duration(this.tree.total[this.zoomed])} of ${duration(this.tree.total[0])}`
        : `${duration(this.tree.total[0])} in all calls`) + matched;
  }

  moveTo(node) {
    this.cursor = node;
    const f = node ? this.app.model.functions[this.tree.row[node]] : null;
    if (f) this.app.choose(f);
    const y = this.top(this.tree.depth[node]);
    if (y < 0 || y > this.scroll.clientHeight - FLAME_ROW)
      this.scroll.scrollTop += y - this.scroll.clientHeight / 2;
    say(
      `${this.nameOf(node)}, ${this.factsOf(node)
        .map((pair) => pair.join(' '))
        .join(', ')}`,
    );
    this.draw();
  }

  key(event) {
    const { tree, cursor } = this;
    const inner = this.isIcicle ? 'ArrowDown' : 'ArrowUp';
    const outer = this.isIcicle ? 'ArrowUp' : 'ArrowDown';
    const next = {
      [inner]: () => tree.child(cursor),
      [outer]: () => (cursor ? tree.parent[cursor] : -1),
      ArrowLeft: () => tree.sibling(cursor, -1),
      ArrowRight: () => tree.sibling(cursor, 1),
      Home: () => 0,
    }[event.key];
    if (next) {
      const node = next();
      if (node >= 0) this.moveTo(node);
    } else if (event.key === 'Enter') {
      this.zoom(cursor);
    } else if ((event.key === 'Backspace' || event.key === 'Escape') && this.zoomed) {
      this.zoomOut();
    } else {
      return;
    }
    event.preventDefault();
  }

  refresh() {
    if (this.tree) this.showWhere();
    this.draw();
  }
}

const labelWidths = new Map(); /* in CANVAS_FONT */

function labelWidth(context, text) {
  let width = labelWidths.get(text);
  if (width === undefined) {
    width = context.measureText(text).width;
    labelWidths.set(text, width);
  }
  return width;
}

/* The first of @labels for which @room has space, else as much as fits of the last. */
function drawLabel(context, labels, x, y, room) {
  const text = labels.find((label) => labelWidth(context, label) <= room);
  if (text !== undefined) {
    context.fillText(text, x, y);
    return;
  }
  const last = labels[labels.length - 1];
  const kept = Math.floor((last.length * room) / labelWidth(context, last)) - 1;
  if (kept >= 2) context.fillText(`${last.slice(0, kept)}…`, x, y);
}
