/* SPDX-License-Identifier: MIT */
/* Latencies of one function: eight bars an octave, on a logarithmic axis of time. */
const BARS = 8;

function bucketLow(bucket) {
  const shift = bucket < 2 * BARS ? 0 : Math.floor(bucket / BARS) - 1;
  return (bucket - BARS * shift) * 2 ** shift;
}

/* With its fraction: where in the bucket a time lies. */
function bucketOf(ns) {
  const shift = Math.max(0, Math.floor(Math.log2(Math.max(ns, 1))) - Math.log2(BARS));
  return BARS * shift + ns / 2 ** shift;
}

/* Times for the axis: 1, 2, 5 times powers of ten, only the powers when they are many. */
function axisTimes(low, high) {
  const steps =
    high / Math.max(low, 1) > 3000 ? [1] : high / Math.max(low, 1) > 60 ? [1, 3] : [1, 2, 3, 5, 7];
  const times = [];
  for (let power = 1; power <= high; power *= 10)
    times.push(...steps.map((step) => step * power).filter((ns) => ns >= low && ns <= high));
  return times;
}

const callsOf = (bars) => bars.reduce((sum, bar) => sum + bar.calls, 0);

/* A few calls that are much longer than all others would press these into a corner: up to 0.2 % at each
 * end are left out when that halves the axis. */
function withoutTails(bars, total) {
  let [first, last] = [0, bars.length - 1];
  for (let rest = total / 500; first < last && bars[first].calls <= rest; first++) rest -= bars[first].calls;
  for (let rest = total / 500; last > first && bars[last].calls <= rest; last--) rest -= bars[last].calls;
  const octaves = (a, b) => b.bucket - a.bucket;
  return 2 * octaves(bars[first], bars[last]) < octaves(bars[0], bars[bars.length - 1])
    ? bars.slice(first, last + 1)
    : bars;
}

class Histogram {
  constructor(f) {
    this.f = f;
    this.all = [];
    for (let i = 0; i < f.histogram.length; i += 2)
      this.all.push({ bucket: f.histogram[i], calls: f.histogram[i + 1] });
    this.total = callsOf(this.all);
    this.bars = withoutTails(this.all, this.total);
    this.most = this.bars.reduce((most, bar) => Math.max(most, bar.calls), 1);
    this.cursor = -1;
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'img',
      'aria-label': `Latencies of ${plural(this.total, 'call')}; arrow keys read the bars`,
    });
    this.reading = make('p', { class: 'reading', role: 'status' });
    this.whole = make(
      'button',
      { type: 'button', class: 'link', onclick: () => this.showAll() },
      'Show the tails',
    );
    this.whole.hidden = this.bars.length === this.all.length;
    this.canvas.addEventListener('mousemove', (event) => this.point(event));
    this.canvas.addEventListener('mouseleave', () => this.read(-1));
    this.canvas.addEventListener('blur', () => this.read(-1));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
    this.read(-1);
  }

  /* Between which buckets: whole ones, and not too few. */
  bounds() {
    const low = this.bars[0].bucket;
    const high = this.bars[this.bars.length - 1].bucket + 1;
    const missing = Math.max(0, 12 - (high - low));
    const from = Math.max(0, low - (missing >> 1));
    return [from, high + missing - (low - from)];
  }

  draw(colours) {
    const [width, height] = [this.canvas.clientWidth || 340, this.canvas.clientHeight || 150];
    const context = prepareCanvas(this.canvas, width, height);
    const [from, to] = this.bounds();
    const base = height - 18;
    this.x = (bucket) => ((bucket - from) / (to - from)) * width;
    context.font = CANVAS_FONT;
    this.drawAxis(context, from, to, base, width);
    this.bars.forEach((bar, i) => {
      const h = Math.max(1.5, ((base - 22) * bar.calls) / this.most);
      context.fillStyle = i === this.cursor ? cssColour('--accent') : colours.fill(this.f.id);
      context.fillRect(
        this.x(bar.bucket),
        base - h,
        Math.max(1, this.x(bar.bucket + 1) - this.x(bar.bucket) - 0.5),
        h,
      );
    });
    this.drawQuantiles(context, base, width);
  }

  drawAxis(context, from, to, base, width) {
    context.fillStyle = cssColour('--soft');
    context.strokeStyle = cssColour('--line');
    context.textAlign = 'center';
    let free = 0;
    for (const ns of axisTimes(bucketLow(from), bucketLow(to))) {
      const x = this.x(bucketOf(ns));
      const label = shortDuration(ns);
      const half = context.measureText(label).width / 2;
      if (x - half < free || x + half > width) continue;
      context.fillText(label, x, base + 14);
      context.beginPath();
      context.moveTo(x, 16);
      context.lineTo(x, base);
      context.stroke();
      free = x + half + 10;
    }
    context.strokeStyle = cssColour('--line-strong');
    context.strokeRect(0, base + 0.5, width, 0);
  }

  drawQuantiles(context, base, width) {
    if (!this.f.hasQuantiles) return;
    context.textAlign = 'left';
    context.setLineDash([3, 2]);
    let free = -1;
    for (const [name, ns] of [
      ['p50', this.f.p50],
      ['p90', this.f.p90],
      ['p99', this.f.p99],
    ]) {
      const bar = this.bars.findLast((b) => bucketLow(b.bucket) <= ns);
      if (!bar) continue;
      const x = this.x(Math.min(bucketOf(ns), bar.bucket + 1));
      context.strokeStyle = context.fillStyle = cssColour('--text');
      context.beginPath();
      context.moveTo(x, 14);
      context.lineTo(x, base);
      context.stroke();
      const at = Math.min(x, width - 22);
      if (at > free) {
        context.fillText(name, at, 10);
        free = at + 26;
      }
    }
    context.setLineDash([]);
  }

  read(i) {
    this.cursor = i;
    const bar = this.bars[i];
    const below = bar ? callsOf(this.all.filter((b) => b.bucket <= bar.bucket)) : 0;
    this.reading.textContent = bar
      ? `${duration(bucketLow(bar.bucket))} to ${duration(bucketLow(bar.bucket + 1))}: ${plural(bar.calls, 'call')}, ` +
        `${percent(bar.calls, this.total)}; up to here ${percent(below, this.total)}`
      : `${plural(this.total, 'call')} that ended, eight bars an octave${this.tails()}`;
    if (this.x) this.draw(this.colours);
  }

  tails() {
    const hidden = this.total - callsOf(this.bars);
    return hidden ? `; ${plural(hidden, 'call')} beyond the edges, up to ${duration(this.f.max)}` : '';
  }

  showAll() {
    this.bars = this.all;
    this.whole.hidden = true;
    this.read(-1);
    this.canvas.focus();
  }

  point(event) {
    const { left } = this.canvas.getBoundingClientRect();
    const x = event.clientX - left;
    this.read(this.bars.findIndex((bar) => x >= this.x(bar.bucket) && x < this.x(bar.bucket + 1)));
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    this.read(Math.min(this.bars.length - 1, Math.max(0, this.cursor + step)));
    event.preventDefault();
  }

  show(colours) {
    this.colours = colours;
    this.draw(colours);
  }
}
