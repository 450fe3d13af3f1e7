import type { ChartBlock, ChartPoint, ChartSeries, Color, PathStep } from '../document/blocks.ts';
import { horizontal, type Drawing, type Setting, type Slice } from './drawing.ts';
import { naturalWidths } from './break-lines.ts';
import { setLines } from './set-text.ts';

const WHITE: Color = [255, 255, 255];
const HAIR = 0.5;

type Frame = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
type Projection = { x(value: number): number; y(value: number): number };

/** Axes, grid and series as vector paths. */
export function setChart(block: ChartBlock, setting: Setting): readonly Slice[] {
  const text = { size: block.size, leading: 1.3, color: block.colors.text };
  const labels = Math.max(...block.y.ticks.map((tick) => naturalWidths(tick.label, text, false).line), 0);
  const titleHeight = block.y.title.length > 0 ? block.size * 1.8 : 4;
  const frame = { left: labels + 8, right: setting.width, top: titleHeight, bottom: block.height - block.size * 3.1 };
  const projection = project(block, frame);
  const bands = block.series.filter((series) => series.kind === 'band');
  const others = block.series.filter((series) => series.kind !== 'band');
  const drawings = [
    // The grid is above the bands, so that it stays visible in them.
    ...bands.flatMap((series) => drawSeries(series, projection, text)),
    ...drawGrid(block, frame, projection, text),
    ...others.flatMap((series) => drawSeries(series, projection, text))
  ];
  return [{ height: block.height, drawings }];
}

function project(block: ChartBlock, frame: Frame): Projection {
  const { x, y } = block;
  return {
    x: (value) => frame.left + ((value - x.min) / (x.max - x.min)) * (frame.right - frame.left),
    y: (value) => frame.bottom - ((value - y.min) / (y.max - y.min)) * (frame.bottom - frame.top)
  };
}

function drawGrid(
  block: ChartBlock,
  frame: Frame,
  to: Projection,
  text: { size: number; leading: number; color: Color }
): Drawing[] {
  const drawings: Drawing[] = [];
  const width = frame.right - frame.left;
  const half = (block.size * text.leading) / 2;
  for (const tick of block.y.ticks) {
    const color = tick.at === 0 ? block.colors.axis : block.colors.grid;
    drawings.push(horizontal(frame.left, to.y(tick.at), width, { width: HAIR, color }));
    const box = { x: 0, y: to.y(tick.at) - half, width: frame.left - 6, align: 'right' } as const;
    drawings.push(...setLines(tick.label, box, text).lines.flat());
  }
  const axis = { width: HAIR, color: block.colors.axis };
  drawings.push(horizontal(frame.left, frame.bottom, width, axis));
  for (const tick of block.x.ticks) {
    const at = to.x(tick.at);
    drawings.push({
      kind: 'path',
      path: [
        ['M', at, frame.bottom],
        ['L', at, frame.bottom + 3]
      ],
      stroke: axis
    });
    const box = { x: at - 50, y: frame.bottom + 4, width: 100, align: 'center' } as const;
    drawings.push(...setLines(tick.label, box, text).lines.flat());
  }
  const title = { x: frame.left, y: frame.bottom + block.size * 1.75, width, align: 'right' } as const;
  drawings.push(...setLines(block.x.title, title, text).lines.flat());
  if (block.y.title.length > 0) {
    drawings.push(...setLines(block.y.title, { x: 0, y: 0, width: frame.right, align: 'left' }, text).lines.flat());
  }
  return drawings;
}

function drawSeries(
  series: ChartSeries,
  to: Projection,
  text: { size: number; leading: number; color: Color }
): readonly Drawing[] {
  switch (series.kind) {
    case 'band': {
      const outline = [
        ...polyline(series.upper, to),
        ...polyline([...series.lower].reverse(), to, 'L'),
        ['Z'] as const
      ];
      return [{ kind: 'path', path: outline, fill: series.fill }];
    }
    case 'line':
      return [{ kind: 'path', path: polyline(series.points, to), stroke: series.stroke }];
    case 'markers':
      return drawMarkers(series, to);
    case 'label': {
      const [x, y] = [to.x(series.at[0]), to.y(series.at[1]) - series.rise - text.size * text.leading];
      const left = series.align === 'left' ? x : series.align === 'right' ? x - 300 : x - 150;
      const box = { x: left, y, width: 300, align: series.align };
      const words = setLines(series.content, box, { ...text, color: series.color }).lines.flat();
      if (!series.covers) return words;
      const width = naturalWidths(series.content, text, false).line;
      const from = series.align === 'left' ? x : series.align === 'right' ? x - width : x - width / 2;
      return [blank(from, y, width, text.size * text.leading), ...words];
    }
  }
}

/** A blank background for text, so that no line crosses it. */
const blank = (x: number, y: number, width: number, height: number): Drawing => ({
  kind: 'path',
  path: [['M', x - 2, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x - 2, y + height], ['Z']],
  fill: WHITE
});

function polyline(points: readonly ChartPoint[], to: Projection, first: 'M' | 'L' = 'M'): readonly PathStep[] {
  return points.map(([x, y], index) => [index === 0 ? first : 'L', to.x(x), to.y(y)] as const);
}

function drawMarkers(series: Extract<ChartSeries, { kind: 'markers' }>, to: Projection): readonly Drawing[] {
  const centers = series.points.map(([x, y]) => [to.x(x), to.y(y)] as const);
  const { radius, stroke } = series;
  if (series.shape === 'circle') return [{ kind: 'circles', centers, radius, fill: WHITE, stroke }];
  const corners: readonly (readonly [number, number])[] =
    series.shape === 'diamond'
      ? [
          [0, -1.3],
          [1.3, 0],
          [0, 1.3],
          [-1.3, 0]
        ]
      : [
          [-0.5, -0.5],
          [0.5, -0.5],
          [0.5, 0.5],
          [-0.5, 0.5]
        ];
  const path = centers.flatMap(([x, y]) => [
    ...corners.map(([dx, dy], index) => [index === 0 ? 'M' : 'L', x + dx * radius, y + dy * radius] as const),
    ['Z'] as const
  ]);
  return [
    series.shape === 'dot' ? { kind: 'path', path, fill: stroke.color } : { kind: 'path', path, fill: WHITE, stroke }
  ];
}
