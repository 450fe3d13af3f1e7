/** A chart with a common abscissa, drawn by uPlot: lines, bands, marks with bars, words at the lines. */
import type uPlot from 'uplot';
import { scaleFor } from './chart-scale.ts';
import { placeNames } from './plot-names.ts';
import { abscissa, axis, drawZero, inkOf, tickTexts, type Ink } from './plot-style.ts';
import { timeText, timeTicks } from './time-axis.ts';

type Column = readonly (number | null)[];

export type PlotLine = {
  readonly values: Column;
  readonly ink: 'accent' | 'ink' | 'text' | 'limit';
  readonly width?: number;
  readonly dash?: readonly number[];
  /** Written at its end. */
  readonly name?: string;
};
export type PlotMark = {
  readonly x: number;
  readonly y: number;
  /** Half-length of its bar. */
  readonly half: number | null;
  readonly fails: boolean;
  readonly name?: string;
};
export type Plot = {
  /** Seconds since 1970 where `time`, else indications; rising. */
  readonly x: readonly number[];
  readonly time: boolean;
  readonly lines: readonly PlotLine[];
  readonly bands: readonly { readonly low: Column; readonly high: Column }[];
  readonly marks: readonly PlotMark[];
  readonly label: string;
  readonly signed: boolean;
  readonly language: string;
};

const HEIGHT = 260;

/** Draws `plot` in `element`, so wide. The library and its style sheet are fetched here, at the first chart. */
export async function drawPlot(element: HTMLElement, plot: Plot, width: number): Promise<uPlot> {
  const [{ default: UPlot }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
  const ink = inkOf(element);
  const edges = plot.bands.flatMap(({ low, high }) => [high, low]);
  const range = yRange(plot);
  const below = xAxis(plot, ink);
  return new UPlot(
    {
      width,
      height: HEIGHT,
      padding: below.padding,
      pxAlign: false,
      cursor: { drag: { x: true, y: false }, points: { show: false }, y: false },
      legend: { show: false },
      scales: { x: { time: false, range: (_chart, low, high) => [low, high] }, y: { range: () => range } },
      axes: [below.axis, yAxis(plot, ink)],
      series: [
        {},
        ...edges.map(() => ({ stroke: 'transparent', points: { show: false }, spanGaps: true })),
        ...plot.lines.map((line) => ({
          stroke: ink[line.ink],
          width: line.width ?? 1.5,
          points: { show: false },
          ...(line.dash ? { dash: [...line.dash] } : {})
        }))
      ],
      bands: plot.bands.map((_band, i) => ({ series: [1 + 2 * i, 2 + 2 * i] as [number, number], fill: ink.band })),
      hooks: {
        drawAxes: [(chart) => drawZero(chart, ink)],
        draw: [(chart) => drawMarks(chart, plot.marks, ink), (chart) => drawNames(chart, plot, ink)]
      }
    },
    [plot.x, ...edges, ...plot.lines.map((line) => line.values)] as unknown as uPlot.AlignedData,
    element
  );
}

function xAxis({ time, language, label }: Plot, ink: Ink) {
  if (!time) return abscissa(ink, (ticks) => tickTexts(ticks, language, false), { label });
  return abscissa(ink, (ticks) => ticks.map((second) => timeText(second, ticks, language)), {
    label,
    splits: (_chart, _index, low, high) => timeTicks(low, high)
  });
}

function yAxis(plot: Plot, ink: Ink): uPlot.Axis {
  return axis(ink, {
    size: 58,
    space: 28,
    values: (_chart, ticks) => tickTexts(ticks, plot.language, plot.signed)
  });
}

/** Everything is held: a limit out of sight would say that it is far away. */
function yRange({ lines, bands, marks, signed }: Plot): [number, number] {
  const values = [
    ...lines.flatMap((line) => line.values),
    ...bands.flatMap(({ low, high }) => [...low, ...high]),
    ...marks.flatMap(({ y, half }) => [y - (half ?? 0), y + (half ?? 0)]),
    ...(signed ? [0] : [])
  ].filter((value) => value !== null);
  const { low, high } = scaleFor(values, 6, { margin: 0.08 });
  return [low, high];
}

function drawMarks(chart: uPlot, marks: readonly PlotMark[], ink: Ink): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.rect(bbox.left - 6 * ratio, 0, bbox.width + 12 * ratio, ctx.canvas.height);
  ctx.clip();
  for (const mark of marks) {
    const x = chart.valToPos(mark.x, 'x', true);
    const y = chart.valToPos(mark.y, 'y', true);
    ctx.strokeStyle = mark.fails ? ink.fail : ink.ink;
    ctx.fillStyle = ink.paper;
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    if (mark.half !== null) {
      ctx.moveTo(x, chart.valToPos(mark.y - mark.half, 'y', true));
      ctx.lineTo(x, chart.valToPos(mark.y + mark.half, 'y', true));
    }
    ctx.stroke();
    ctx.beginPath();
    if (mark.fails) diamond(ctx, x, y, 6 * ratio);
    else ctx.arc(x, y, 4.5 * ratio, 0, 2 * Math.PI);
    ctx.lineWidth = (mark.fails ? 2.25 : 1.5) * ratio;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

function diamond(ctx: CanvasRenderingContext2D, x: number, y: number, reach: number): void {
  ctx.moveTo(x, y - reach);
  ctx.lineTo(x + reach, y);
  ctx.lineTo(x, y + reach);
  ctx.lineTo(x - reach, y);
  ctx.closePath();
}

/** The names of lines and marks, where they find room. */
function drawNames(chart: uPlot, plot: Plot, ink: Ink): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const size = Number.parseFloat(ink.font) * ratio;
  const placed = placeNames(plot, {
    at: (x, y) => [chart.valToPos(x, 'x', true), chart.valToPos(y, 'y', true)],
    frame: { left: bbox.left, right: bbox.left + bbox.width + ratio, top: 0, bottom: bbox.top + bbox.height },
    size
  });
  ctx.save();
  ctx.setLineDash([]);
  ctx.textBaseline = 'alphabetic';
  ctx.font = ink.font.replace(/^[\d.]+/, String(size));
  ctx.lineWidth = 4 * ratio;
  ctx.strokeStyle = ink.paper;
  const colours = new Map(plot.lines.map((line, i) => [`line ${i}`, ink[line.ink]]));
  for (const { key, text, x, y, anchor } of placed) {
    ctx.textAlign = anchor;
    ctx.fillStyle = colours.get(key) ?? ink.ink;
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  }
  ctx.restore();
}
