import type { BarRun, Block, BoxRun, Inline } from '../document/blocks.ts';
import { naturalWidths } from './break-lines.ts';
import { moved, rectangle, stacked, type InlineContent, type PlacedRun, type Setting, type Stack } from './drawing.ts';
import { gridWidth } from './grid-columns.ts';
import { lineSkips, tight } from './line-skips.ts';
import { AXIS } from './math-boxes.ts';
import { setFormula } from './set-math.ts';
import { emptyPiece, type Placed } from './shape.ts';

/** Sets the boxes, bars and formulas of a content, so that its lines can be broken. */
export function placeRuns(content: InlineContent, setting: Setting): InlineContent {
  if (typeof content === 'string' || !content.some(needsPlace)) return content;
  return content.flatMap((run): readonly (Inline | PlacedRun)[] => {
    if (run.kind === 'bar') return [bar(run)];
    if (run.kind === 'box') return [box(run, setting)];
    if (run.kind === 'math') return setFormula(run);
    if (run.kind === 'note') {
      const notes = setting.setBlocks(run.blocks, setting.width);
      return [placed(0, { above: 0, below: 0, drawings: [], notes })];
    }
    return [run];
  });
}

const needsPlace = ({ kind }: Inline | PlacedRun): boolean =>
  kind === 'box' || kind === 'bar' || kind === 'math' || kind === 'note';

const placed = (width: number, place: Placed): PlacedRun => ({
  kind: 'placed',
  piece: emptyPiece(width, { placed: place })
});

function bar({ width, height, raise, color }: BarRun): PlacedRun {
  const drawings = [rectangle(0, -raise - height, width, height, { fill: color })];
  return placed(width, { above: Math.max(0, raise + height), below: Math.max(0, -raise), drawings });
}

function box(run: BoxRun, setting: Setting): PlacedRun {
  const width = run.width === 'natural' ? naturalWidth(run.blocks, setting) : run.width;
  const set = stacked(tight([...lineSkips(setting.setBlocks(run.blocks, width))]));
  const height = Math.max(run.height ?? 0, set.height);
  const free = height - set.height;
  const dy = run.inside === 'bottom' ? free : run.inside === 'center' ? free / 2 : 0;
  const padding = run.frame?.padding ?? 0;
  const above = (beginsWithLine(run) ? 0 : aboveLine(run.align, set, height, dy, setting.text.size)) + padding;
  const outer = height + 2 * padding;
  const drawings = set.drawings.map((drawing) => moved(drawing, padding, dy + padding - above));
  if (run.frame) {
    const { fill, stroke } = run.frame;
    const inset = (stroke?.width ?? 0) / 2;
    const full = width + 2 * padding;
    drawings.unshift(
      rectangle(inset, inset - above, full - 2 * inset, outer - 2 * inset, {
        ...(fill && { fill }),
        ...(stroke && { stroke })
      })
    );
  }
  return placed(width + 2 * padding, { above: Math.max(0, above), below: Math.max(0, outer - above), drawings });
}

/** The first line of a table that is level with its top is where it begins, not its first row (LaTeX's manual, `tabular`). */
const beginsWithLine = ({ align, blocks: [first] }: BoxRun): boolean =>
  align === 'top' && first?.kind === 'grid' && first.body[0]?.kind === 'line';

function aboveLine(align: BoxRun['align'], { baselines }: Stack, height: number, dy: number, size: number): number {
  if (align === 'center') return height / 2 + AXIS * size;
  if (align === 'foot' || baselines.length === 0) return height;
  return dy + (baselines.at(align === 'top' ? 0 : -1) ?? height);
}

function naturalWidth(blocks: readonly Block[], setting: Setting): number {
  return blocks.reduce((widest, block) => {
    if (block.kind === 'paragraph') {
      const text = { ...setting.text, size: block.size ?? setting.text.size };
      return Math.max(widest, naturalWidths(placeRuns(block.content, setting), text, false).line + 0.02);
    }
    if (block.kind === 'grid') return Math.max(widest, gridWidth(block, setting, placeRuns));
    if (block.kind === 'image' || block.kind === 'qr' || block.kind === 'figure') return Math.max(widest, block.width);
    return widest;
  }, 0);
}
