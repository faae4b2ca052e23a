/* SPDX-License-Identifier: MIT */
/* The timeline: which part of which tracks is in view, and what mouse and keys do with it. */
const [CALL_FOREIGN, CALL_UNWOUND, CALL_OPEN, CALL_RESUME, CALL_CUT, CALL_LOSSY] = [1, 2, 4, 8, 32, 64];
const DEPTH_SHOWN = 24; /* of a track until it is opened */
const MARK_ROW = 13;
const LEFT_OUT_ROW = 6; /* where calls are not shown because the page has no room */
const TRACK_GAP = 9;

class TimelineView {
  constructor(app) {
    this.app = app;
    this.from = app.model.begin;
    this.to = app.model.end;
    this.chosen = null; /* {track, depth, index} */
    this.range = null; /* {from, to}, chosen with Shift and the mouse, or by r */
    this.scroll = $('time-scroll');
    this.spacer = this.scroll.querySelector('.spacer');
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-label': 'Timeline. Arrow keys walk over calls, w and s zoom, a and d move, 0 shows everything.',
    });
    this.scroll.append(this.canvas);
    this.draw = oncePerFrame(() => this.drawNow());
    this.tracks = app.model.tracks.map((track) => ({ track, isOpen: false, gaps: gapsOf(track, app.model) }));
    this.overview = new Overview(app, this);
    this.listen();
  }

  listen() {
    $('time-in').addEventListener('click', () => this.zoom(0.5));
    $('time-out').addEventListener('click', () => this.zoom(2));
    $('time-all').addEventListener('click', () => this.showAll());
    this.canvas.addEventListener('pointerdown', (event) => this.press(event));
    this.canvas.addEventListener('pointermove', (event) => this.move(event));
    this.canvas.addEventListener('pointerup', (event) => this.release(event));
    this.canvas.addEventListener('pointercancel', () => {
      this.drag = null;
    });
    this.canvas.addEventListener('pointerleave', () => tip.hide());
    this.canvas.addEventListener('dblclick', () => this.zoomToChosen());
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.canvas.addEventListener('focus', this.draw);
    this.canvas.addEventListener('blur', this.draw);
    this.scroll.addEventListener('scroll', this.draw);
    new ResizeObserver(() => this.layout()).observe(this.scroll);
  }

  layout() {
    labelColumn = this.scroll.clientWidth < 640 ? 108 : 168;
    let y = AXIS_HEIGHT + 4;
    for (const t of this.tracks) {
      const { depthCount } = t.track.spans;
      t.rows = Math.max(1, t.isOpen ? depthCount : Math.min(depthCount, DEPTH_SHOWN));
      t.y = y;
      t.calls = y + (t.track.marks.length ? MARK_ROW : 0);
      t.leftOut = t.track.stretches.length ? LEFT_OUT_ROW : 0;
      t.height = Math.max(32, t.calls - y + t.rows * SPAN_ROW) + t.leftOut;
      y += t.height + TRACK_GAP;
    }
    this.spacer.style.height = `${y}px`;
    this.draw();
    this.overview.draw();
  }

  view() {
    const width = this.scroll.clientWidth;
    const scale = Math.max(1, width - labelColumn) / (this.to - this.from);
    return { from: this.from, to: this.to, width, scale };
  }

  drawNow() {
    const { clientWidth: width, clientHeight: height, scrollTop } = this.scroll;
    if (!width || !height) return;
    const context = prepareCanvas(this.canvas, width, height);
    const view = this.view();
    context.font = CANVAS_FONT;
    context.textBaseline = 'middle';
    drawGridLines(context, view, height);
    const painter = new SpanPainter(context, this.app, view);
    for (const t of this.tracks) {
      if (t.y - scrollTop < height && t.y + t.height - scrollTop > 0)
        this.drawTrack(context, painter, t, t.y - scrollTop, height);
    }
    this.drawChosen(context, painter, scrollTop);
    if (this.range) drawRange(context, painter, this.range, height);
    for (const t of this.tracks) {
      if (t.y - scrollTop < height && t.y + t.height + TRACK_GAP - scrollTop > 0)
        this.drawHeading(context, t, t.y - scrollTop);
    }
    drawAxis(context, view, height);
    $('time-where').textContent =
      `${moment(this.from, (this.to - this.from) / 100)} to ` +
      `${moment(this.to, (this.to - this.from) / 100)} · ${duration(this.to - this.from)}`;
    this.overview.draw();
  }

  drawTrack(context, painter, t, y, height) {
    const { spans } = t.track;
    const top = y + t.calls - t.y;
    for (let depth = 0; depth < Math.min(t.rows, spans.depthCount); depth++) {
      const at = top + depth * SPAN_ROW;
      if (at > -SPAN_ROW && at < height) painter.drawDepth(spans, depth, at);
    }
    painter.drawLabels();
    this.drawGaps(context, painter, t, top);
    drawLeftOut(context, painter, t.track, y + t.height - t.leftOut + 1, t.leftOut - 1);
    this.drawMarks(context, painter, t, y);
  }

  /* Those that another one in the same pixel hides are not drawn. */
  drawGaps(context, painter, t, top) {
    let drawn = -1;
    for (const { kind, from, to } of t.gaps) {
      const left = Math.max(painter.x(from), labelColumn);
      const right = Math.min(painter.x(to), painter.view.width);
      if (right < labelColumn || left > painter.view.width || (right < drawn + 1 && left > drawn - 1))
        continue;
      drawHatch(context, left, right, top, t.height - (t.calls - t.y), cssColour(GAPS[kind][0]));
      drawn = right;
    }
  }

  /* Of marks in the same pixel one is drawn: they cannot be told apart there. */
  drawMarks(context, painter, t, y) {
    let last = -9;
    for (const mark of t.track.marks) {
      const x = painter.x(mark.at);
      if (x < labelColumn || x > painter.view.width || (x - last < 1 && mark.kind !== 'lost')) continue;
      drawMark(context, mark.kind, x, y + 1);
      last = x;
    }
  }

  /* What stands below a track's name. */
  sizeOf(track) {
    const isOne = this.app.model.facts.processes.length === 1;
    const id = isOne ? `tid ${track.tid}` : `${track.pid} / ${track.tid}`;
    return [`${id} · ${plural(track.shown, 'call')}`, `${id} · ${count(track.shown)}`];
  }

  drawHeading(context, t, y) {
    const { track } = t;
    context.fillStyle = cssColour('--ground');
    context.fillRect(0, y - 4, labelColumn - 1, t.height + TRACK_GAP);
    context.fillStyle = cssColour('--line');
    context.fillRect(0, y + t.height + TRACK_GAP / 2 - 0.5, this.scroll.clientWidth, 1);
    context.fillRect(labelColumn - 1, y - 4, 1, t.height + TRACK_GAP);
    context.textAlign = 'left';
    context.fillStyle = cssColour('--text');
    drawLabel(context, [track.label], 10, y + 8, labelColumn - 22);
    context.fillStyle = cssColour('--soft');
    const hidden = track.spans.depthCount - t.rows;
    drawLabel(context, this.sizeOf(track), 10, y + 24, labelColumn - 22);
    if (hidden > 0 || (t.isOpen && track.spans.depthCount > DEPTH_SHOWN))
      drawLabel(
        context,
        [hidden > 0 ? `▸ ${count(hidden)} deeper levels` : '▾ fewer levels'],
        10,
        y + 42,
        labelColumn - 22,
      );
  }

  drawChosen(context, painter, scrollTop) {
    const c = this.chosen;
    if (!c || c.depth >= this.tracks[c.track].rows) return;
    const t = this.tracks[c.track];
    const left = Math.max(painter.x(t.track.spans.start[c.index]), labelColumn - 3);
    const right = Math.min(painter.x(t.track.spans.end(c.depth, c.index)), painter.view.width + 3);
    if (right < labelColumn || left > painter.view.width) return;
    context.strokeStyle = cssColour(document.activeElement === this.canvas ? '--accent' : '--text');
    context.lineWidth = 2;
    context.strokeRect(
      left,
      t.calls - scrollTop + c.depth * SPAN_ROW,
      Math.max(right - left, 2),
      SPAN_ROW - 1,
    );
    context.lineWidth = 1;
  }

  showAll() {
    this.setView(this.app.model.begin, this.app.model.end);
  }

  setView(from, to) {
    const { begin, end } = this.app.model;
    const length = Math.min(Math.max(to - from, 10), Math.max(end - begin, 10));
    this.from = Math.min(Math.max(begin, from), Math.max(begin, end - length));
    this.to = this.from + length;
    this.draw();
  }

  zoom(factor, at = (this.from + this.to) / 2) {
    this.setView(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(part) {
    const step = (this.to - this.from) * part;
    this.setView(this.from + step, this.to + step);
  }

  point(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top + this.scroll.scrollTop];
    return {
      x,
      y,
      time: this.from + (x - labelColumn) / this.view().scale,
      t: this.tracks.findIndex((t) => y >= t.y && y < t.y + t.height),
    };
  }

  /* The call under the mouse; of several in its pixel the longest. */
  callAt({ y, time, t }) {
    if (t < 0 || time < this.from) return null;
    const { spans } = this.tracks[t].track;
    const depth = Math.floor((y - this.tracks[t].calls) / SPAN_ROW);
    if (depth < 0 || depth >= Math.min(this.tracks[t].rows, spans.depthCount)) return null;
    const pixel = 1 / this.view().scale;
    const from = spans.firstReaching(depth, time - pixel);
    const to = Math.max(spans.firstFrom(depth, time + pixel), from);
    return to > from ? { track: t, depth, index: spans.longest(depth, from, to) } : null;
  }

  markAt({ y, time, t }) {
    if (t < 0 || !this.tracks[t].track.marks.length || y > this.tracks[t].calls) return null;
    const room = 5 / this.view().scale;
    return this.tracks[t].track.marks.find((mark) => Math.abs(mark.at - time) <= room) || null;
  }

  /* How many calls are not shown in the stretch under the mouse; null: it is elsewhere. */
  leftOutAt({ y, time, t }) {
    if (t < 0 || !this.tracks[t].leftOut || y < this.tracks[t].y + this.tracks[t].height - LEFT_OUT_ROW)
      return null;
    const { stretches, stretch_bits: bits } = this.tracks[t].track;
    const i = Math.floor(time / 2 ** bits);
    return stretches[i] ? { calls: stretches[i], from: i * 2 ** bits, length: 2 ** bits } : null;
  }

  press(event) {
    if (event.button !== 0) return;
    const at = this.point(event);
    if (at.x < labelColumn) {
      this.toggle(at.t);
      return;
    }
    this.drag = {
      x: event.clientX,
      y: event.clientY,
      from: this.from,
      to: this.to,
      top: this.scroll.scrollTop,
      moved: false,
      range: event.shiftKey ? at.time : null,
    };
    this.canvas.setPointerCapture(event.pointerId);
  }

  toggle(t) {
    if (t >= 0 && this.tracks[t].track.spans.depthCount > DEPTH_SHOWN) {
      this.tracks[t].isOpen = !this.tracks[t].isOpen;
      this.layout();
    }
  }

  move(event) {
    if (!this.drag) {
      this.hover(event);
      return;
    }
    const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    this.drag.moved = this.drag.moved || Math.abs(dx) + Math.abs(dy) > 4;
    if (!this.drag.moved) return;
    tip.hide();
    if (this.drag.range !== null) {
      this.setRange(this.drag.range, this.point(event).time, false);
      return;
    }
    const shift = dx / this.view().scale;
    this.setView(this.drag.from - shift, this.drag.to - shift);
    this.scroll.scrollTop = this.drag.top - dy;
  }

  release(event) {
    if (this.drag && this.drag.moved && this.drag.range !== null)
      this.setRange(this.range.from, this.range.to, true);
    if (this.drag && !this.drag.moved) {
      const call = this.callAt(this.point(event));
      if (call) this.choose(call, false);
    }
    this.drag = null;
  }

  hover(event) {
    const at = this.point(event);
    if (at.x < labelColumn && at.t >= 0) {
      tip.show(event.clientX, event.clientY, ...trackFacts(this.tracks[at.t].track, this.app.model.facts));
      return;
    }
    const mark = this.markAt(at);
    const leftOut = this.leftOutAt(at);
    const call = mark ? null : this.callAt(at);
    if (leftOut)
      tip.show(event.clientX, event.clientY, 'Not shown here', [
        ['calls', `${count(leftOut.calls)} shorter than ${duration(this.app.model.facts.timeline.below_ns)}`],
        ['that ended in', `${duration(leftOut.length)} from ${moment(leftOut.from, leftOut.length)} on`],
      ]);
    else if (mark) tip.show(event.clientX, event.clientY, ...markFacts(mark));
    else if (call) tip.show(event.clientX, event.clientY, this.functionOf(call).name, this.factsOf(call));
    else tip.hide();
  }

  /* @isReady: the panel shows what ran in it. */
  setRange(a, b, isReady) {
    const { begin, end } = this.app.model;
    this.range = { from: Math.max(begin, Math.min(a, b)), to: Math.min(end, Math.max(a, b)) };
    if (isReady) {
      this.app.showRange(this.range);
      say(`${duration(this.range.to - this.range.from)} chosen`);
    }
    this.draw();
  }

  /* The time of the chosen call, in all tracks. */
  rangeOfChosen() {
    const c = this.chosen;
    if (!c) return;
    const { spans } = this.tracks[c.track].track;
    this.setRange(spans.start[c.index], spans.end(c.depth, c.index), true);
  }

  clearRange() {
    this.range = null;
    this.draw();
  }

  chooseFound(step) {
    const found = this.app.matches && nextFound(this.tracks, this.app.matches, this.chosen, step);
    if (found) this.choose(found, true);
    else say(this.app.matches ? 'no such call is shown' : 'nothing is searched for');
  }

  wheel(event) {
    const at = this.point(event);
    if (event.ctrlKey || event.metaKey) {
      this.zoom(2 ** (event.deltaY * (event.deltaMode ? 0.1 : 0.004)), Math.max(at.time, this.from));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.pan((event.deltaX || event.deltaY) / 900);
    } else {
      return; /* up and down, as everywhere */
    }
    event.preventDefault();
  }

  functionOf(call) {
    return this.app.model.functions[this.tracks[call.track].track.spans.row[call.index]];
  }

  factsOf(call) {
    const { track } = this.tracks[call.track];
    const { spans } = track;
    const took = spans.took(call.depth, call.index);
    const flags = spans.flags[call.index];
    const words = [
      [CALL_FOREIGN, 'began before what is shown'],
      [CALL_UNWOUND, 'left without its end, seen later'],
      [CALL_OPEN, 'still open at the end'],
      [CALL_RESUME, 'resumed coroutine'],
      [CALL_CUT, 'cut by the filter'],
      [CALL_LOSSY, 'events were lost meanwhile'],
    ]
      .filter(([flag]) => flags & flag)
      .map(([, text]) => text);
    return [
      [
        flags & CALL_FOREIGN ? 'in calls below' : 'took',
        duration(took) + (took < 1000 ? '' : ` (${exactDuration(took)})`),
      ],
      ['begins at', moment(spans.start[call.index], 1)],
      ['thread', `${track.label} · ${track.tid}`],
      ['depth', count(call.depth + 1)],
      ...(words.length ? [['note', words.join(', ')]] : []),
    ];
  }

  choose(call, isMoved) {
    this.chosen = call;
    this.app.choose(this.functionOf(call), { title: 'Chosen call', pairs: this.factsOf(call) });
    if (isMoved) this.reveal(call);
    say(
      `${this.functionOf(call).name}, ${this.factsOf(call)
        .map((pair) => pair.join(' '))
        .join(', ')}`,
    );
    this.draw();
  }

  /* Bring a call into view without changing the scale, unless it would not be seen. */
  reveal({ track, depth, index }) {
    const t = this.tracks[track];
    const start = t.track.spans.start[index];
    const end = t.track.spans.end(depth, index);
    const length = this.to - this.from;
    if (depth >= t.rows) {
      t.isOpen = true;
      this.layout();
    }
    if (
      end < this.from ||
      start > this.to ||
      (start < this.from && end - start < length) ||
      (end > this.to && end - start < length)
    )
      this.setView((start + end) / 2 - length / 2, (start + end) / 2 + length / 2);
    const y = t.calls + depth * SPAN_ROW - this.scroll.scrollTop;
    if (y < AXIS_HEIGHT || y > this.scroll.clientHeight - SPAN_ROW)
      this.scroll.scrollTop += y - this.scroll.clientHeight / 2;
  }

  zoomToChosen() {
    const c = this.chosen;
    if (!c) return;
    const { spans } = this.tracks[c.track].track;
    const room = Math.max(spans.duration(c.depth, c.index) * 0.1, 5);
    this.setView(spans.start[c.index] - room, spans.end(c.depth, c.index) + room);
  }

  /* Show the longest call of a function in all tracks. */
  showLongest(f) {
    let best = null;
    this.tracks.forEach((t, track) => {
      const found = t.track.spans.longestOf(f.id);
      if (found && (!best || found.length > best.length)) best = { track, ...found };
    });
    if (!best) return false;
    this.chosen = best;
    this.zoomToChosen();
    this.zoom(3);
    this.choose(best, true);
    return true;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = {
      w: () => this.zoom(0.5),
      '+': () => this.zoom(0.5),
      '=': () => this.zoom(0.5),
      s: () => this.zoom(2),
      '-': () => this.zoom(2),
      a: () => this.pan(-0.25),
      d: () => this.pan(0.25),
      PageUp: () => this.pan(-0.9),
      PageDown: () => this.pan(0.9),
      Home: () => this.setView(this.app.model.begin, this.app.model.begin + this.to - this.from),
      End: () => this.setView(this.app.model.end - (this.to - this.from), this.app.model.end),
      0: () => this.showAll(),
      f: () => this.zoomToChosen(),
      Enter: () => this.zoomToChosen(),
      r: () => this.rangeOfChosen(),
      n: () => this.chooseFound(1),
      p: () => this.chooseFound(-1),
      o: () => this.chosen && this.toggle(this.chosen.track),
    }[event.key];
    if (event.key === 'Escape' && this.range) {
      this.clearRange();
    } else if (action) {
      action();
    } else if (event.key.startsWith('Arrow')) {
      const call = walkFrom(this, event.key);
      if (call) this.choose(call, true);
    } else {
      return;
    }
    event.preventDefault();
  }

  refresh() {
    this.draw();
    this.overview.forget();
  }
}
