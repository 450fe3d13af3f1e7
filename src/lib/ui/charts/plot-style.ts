/** What every chart that uPlot draws has in common: the colours of the theme, axes, the plumb line at zero. */
import type uPlot from 'uplot';
import { formatFixed } from '../number-input/format-number.ts';

/** The colours of the theme as the canvas wants them. */
export type Ink = Readonly<
  Record<'accent' | 'band' | 'limit' | 'ink' | 'paper' | 'fail' | 'grid' | 'axis' | 'text', string>
> & {
  readonly font: string;
};

/** Reads the theme where the chart stands. */
export function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element);
  // A custom property may name another one: the browser resolves it where a colour is asked for.
  const probe = document.createElement('i');
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const ink = {
    accent: colour('--accent'),
    band: colour('--band'),
    limit: colour('--limit'),
    ink: colour('--ink'),
    paper: colour('--paper'),
    fail: colour('--fail'),
    grid: colour('--grid'),
    axis: colour('--axis'),
    text: colour('--ink-2'),
    font: `${0.75 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px ${style.fontFamily}`
  };
  probe.remove();
  return ink;
}

/** An axis in the colours of the theme. */
export function axis(ink: Ink, more: uPlot.Axis): uPlot.Axis {
  return {
    stroke: ink.text,
    font: ink.font,
    labelFont: ink.font,
    labelGap: 0,
    gap: 4,
    grid: { stroke: ink.grid, width: 1 },
    ticks: { stroke: ink.axis, width: 1, size: 4 },
    ...more
  };
}

/** Enough for the mark of a point at the right end. */
const LEAST_ROOM = 14;
/** Between a label and the edge of the chart. */
const LABEL_GAP = 2;

/**
 * An axis below the plot, and the padding that its last label needs at the right: a label is centred below its tick, so where the tick is
 * at the end of the plot, half of its text is beyond it.
 */
export function abscissa(
  ink: Ink,
  textsOf: (ticks: readonly number[]) => string[],
  more: uPlot.Axis
): { readonly axis: uPlot.Axis; readonly padding: uPlot.Padding } {
  let last = '';
  const values = (_chart: uPlot, ticks: readonly number[]) => {
    const texts = textsOf(ticks);
    last = texts.at(-1) ?? '';
    return texts;
  };
  const right = ({ ctx }: uPlot) => {
    ctx.save();
    ctx.font = ink.font;
    const { width } = ctx.measureText(last);
    ctx.restore();
    return Math.max(LEAST_ROOM, Math.ceil(width / 2) + LABEL_GAP);
  };
  return { axis: axis(ink, { size: 26, labelSize: 20, ...more, values }), padding: [16, right, 0, 0] };
}

/** Ticks with as many decimals as their values have: steps of 0.025 need three. */
export function tickTexts(ticks: readonly number[], language: string, signed: boolean): string[] {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1;
  const decimals = DECIMALS.find((places) =>
    ticks.every((value) => Math.abs(Number(value.toFixed(places)) - value) < step * 1e-6)
  );
  return ticks.map((value) =>
    formatFixed(value, decimals ?? MOST_DECIMALS, language, signed && value !== 0 ? 'always' : 'auto')
  );
}

const MOST_DECIMALS = 12;
const DECIMALS = Array.from({ length: MOST_DECIMALS + 1 }, (_, places) => places);

/** The line at zero, where it is in sight. */
export function drawZero(chart: uPlot, ink: Ink): void {
  const { ctx, bbox } = chart;
  const y = chart.valToPos(0, 'y', true);
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.save();
  ctx.strokeStyle = ink.ink;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
