/** Draws a correction curve with uPlot, in the colours of the theme, labels at the lines and no legend. */
import type uPlot from 'uplot';
import { scaleFor } from './chart-scale.ts';
import type { CorrectionPicture, Mark } from './correction-picture.ts';
import { besideLine, placeLabels, type Spot } from './place-labels.ts';
import { abscissa, axis, drawZero, inkOf, tickTexts, type Ink } from './plot-style.ts';

export type ChartWords = {
  readonly language: string;
  readonly axis: string;
  /** Names of the upper limits, with their values. */
  readonly tolerance: string;
  readonly acceptance: string;
};

type Column = (number | null)[];

/** A chart in `element`, as wide as it. The library and its style sheet are fetched here, at the first chart. */
export async function zoomChart(element: HTMLElement, picture: CorrectionPicture, words: ChartWords): Promise<uPlot> {
  const [{ default: UPlot }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
  const ink = inkOf(element);
  const { data, marks } = columnsOf(picture);
  const below = abscissa(ink, (ticks) => tickTexts(ticks, words.language, false), { label: words.axis });
  const width = Math.max(240, Math.min(640, element.parentElement?.clientWidth ?? 384));
  const line = (stroke: string, more: Partial<uPlot.Series> = {}): uPlot.Series => ({
    stroke,
    points: { show: false },
    spanGaps: true,
    ...more
  });
  return new UPlot(
    {
      width,
      height: 236,
      padding: below.padding,
      pxAlign: false,
      cursor: { drag: { x: true, y: false }, points: { show: false }, y: false },
      legend: { show: false },
      scales: {
        x: { time: false, range: (_chart, low, high) => [low, high] },
        y: { range: () => [yScale(picture).low, yScale(picture).high] }
      },
      axes: [
        below.axis,
        axis(ink, {
          size: 48,
          space: 24,
          values: (_chart, ticks) => tickTexts(ticks, words.language, picture.kind === 'correction')
        })
      ],
      series: [
        {},
        line('transparent'),
        line('transparent'),
        line(ink.accent, { width: 2.25 }),
        ...[0, 1].map(() => line(ink.limit, { width: 1.25, dash: [6, 5] })),
        ...[0, 1].map(() => line(ink.limit, { width: 1, dash: [1.5, 3.5] }))
      ],
      bands: [{ series: [1, 2], fill: ink.band }],
      hooks: {
        drawAxes: [(chart) => drawZero(chart, ink)],
        draw: [(chart) => drawMarks(chart, marks, ink), (chart) => drawWords(chart, picture, words, ink)]
      }
    },
    data,
    element
  );
}

function yScale(picture: CorrectionPicture) {
  return scaleFor(
    [
      ...(picture.kind === 'correction' ? [0] : []),
      ...picture.line.map((sample) => sample.value),
      ...picture.band.flatMap((sample) => [sample.low, sample.high]),
      ...picture.marks.map((mark) => mark.value),
      ...picture.limits.flatMap((limit) => limit.tolerance.filter((value) => value !== null))
    ],
    6,
    { margin: 0.05 }
  );
}

/** All abscissae in order; a series is null where it has no value and drawn on across. */
function columnsOf(picture: CorrectionPicture): { data: uPlot.AlignedData; marks: readonly Mark[] } {
  const limits = new Map(picture.limits.map((limit) => [limit.measured, limit]));
  const band = new Map(picture.band.map((sample) => [sample.measured, sample]));
  const line = new Map(picture.line.map((sample) => [sample.measured, sample.value]));
  const inside = [...picture.range, ...line.keys(), ...limits.keys()];
  const [low, high] = [Math.min(...inside), Math.max(...inside)];
  const margin = (high - low) * 0.025 || 1;
  const xs = [...new Set([low - margin, ...inside, high + margin])].sort((a, b) => a - b);
  const column = (value: (x: number) => number | null | undefined): Column => xs.map((x) => value(x) ?? null);
  const data = [
    xs,
    column((x) => band.get(x)?.high),
    column((x) => band.get(x)?.low),
    column((x) => line.get(x)),
    column((x) => limits.get(x)?.tolerance[0]),
    column((x) => limits.get(x)?.tolerance[1]),
    column((x) => limits.get(x)?.acceptance[0]),
    column((x) => limits.get(x)?.acceptance[1])
  ];
  return { data: data as uPlot.AlignedData, marks: picture.marks };
}

/** The names of the lines, at the lines, by the rule of all charts. */
function drawWords(chart: uPlot, picture: CorrectionPicture, words: ChartWords, ink: Ink): void {
  if (picture.limits.length === 0) return;
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const size = Number.parseFloat(ink.font) * ratio;
  const spot = (measured: number, value: number): Spot => [
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, chart.valToPos(measured, 'x', true))),
    chart.valToPos(value, 'y', true)
  ];
  const lineOf = (kind: 'tolerance' | 'acceptance', side: 0 | 1): Spot[] =>
    picture.limits.flatMap((limit) => {
      const value = limit[kind][side];
      return value === null ? [] : [spot(limit.measured, value)];
    });
  const [tolerance, acceptance] = (['tolerance', 'acceptance'] as const).map((kind) => [
    lineOf(kind, 1),
    lineOf(kind, 0)
  ]);
  const label = (key: string, text: string, lines: readonly Spot[][] = []) => ({
    key,
    text,
    places: lines.flatMap((line) => besideLine(line, size))
  });
  const reach = 5 * ratio;
  const placed = placeLabels(
    [label('tolerance', words.tolerance, tolerance), label('acceptance', words.acceptance, acceptance)],
    {
      frame: { left: bbox.left, right: bbox.left + bbox.width + 1, top: 0, bottom: bbox.top + bbox.height },
      lines: [
        ...(tolerance ?? []),
        ...(acceptance ?? []),
        picture.line.map(({ measured, value }) => spot(measured, value)),
        picture.line.map(({ measured }) => spot(measured, 0))
      ],
      marks: picture.marks.map(({ measured, value }) => {
        const [x, y] = spot(measured, value);
        return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
      })
    },
    size
  );
  ctx.save();
  ctx.setLineDash([]);
  ctx.font = ink.font.replace(/^[\d.]+/, (points) => String(Number(points) * ratio));
  ctx.lineWidth = 4 * ratio;
  ctx.strokeStyle = ink.paper;
  ctx.fillStyle = ink.text;
  for (const { text, x, y, anchor } of placed) {
    ctx.textAlign = anchor;
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  }
  ctx.restore();
}

function drawMarks(chart: uPlot, marks: readonly Mark[], ink: Ink): void {
  const { ctx, bbox } = chart;
  const size = 4 * devicePixelRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.rect(bbox.left - size, 0, bbox.width + 2 * size, ctx.canvas.height);
  ctx.clip();
  ctx.fillStyle = ink.paper;
  for (const mark of marks) {
    const x = chart.valToPos(mark.measured, 'x', true);
    const y = chart.valToPos(mark.value, 'y', true);
    ctx.beginPath();
    if (mark.fails) {
      const reach = size * 1.5;
      ctx.moveTo(x, y - reach);
      for (const [dx, dy] of [
        [reach, 0],
        [0, reach],
        [-reach, 0]
      ] as const)
        ctx.lineTo(x + dx, y + dy);
      ctx.closePath();
    } else ctx.arc(x, y, size, 0, 2 * Math.PI);
    ctx.strokeStyle = mark.fails ? ink.fail : ink.ink;
    ctx.lineWidth = (mark.fails ? 2.25 : 1.5) * devicePixelRatio;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}
