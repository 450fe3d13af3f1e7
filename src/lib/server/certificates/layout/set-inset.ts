import type { InsetBlock } from '../document/blocks.ts';
import { moved, type Setting, type Slice } from './drawing.ts';
import { naturalWidths } from './break-lines.ts';
import { placeRuns } from './place-runs.ts';
import { setLines } from './set-text.ts';

/** Blocks between indents, with a label beside their first line. Pages may break within. */
export function setInset(block: InsetBlock, setting: Setting): readonly Slice[] {
  const shifted = (slice: Slice): Slice => ({
    ...slice,
    drawings: slice.drawings.map((drawing) => moved(drawing, block.left, 0)),
    ...(slice.head && { head: shifted(slice.head) }),
    ...(slice.foot && { foot: shifted(slice.foot) })
  });
  const slices = setting.setBlocks(block.blocks, setting.width - block.left - block.right).map(shifted);
  return block.label ? labelled(block.label, block.left, slices, setting) : slices;
}

function labelled(
  label: NonNullable<InsetBlock['label']>,
  left: number,
  slices: readonly Slice[],
  setting: Setting
): readonly Slice[] {
  const content = placeRuns(label.content, setting);
  const width = naturalWidths(content, setting.text, false).line + 0.02;
  const x = label.align === 'left' ? 0 : left - label.gap - width;
  const { height, lines, places } = setLines(content, { x, y: 0, width, align: 'left' }, setting.text, setting.fields);
  const at = slices.findIndex(({ drawings }) => drawings.length > 0);
  const first = slices[at];
  if (!first) return [{ height, drawings: lines.flat() }];
  // The label is level with the first line beside it.
  const baselines = first.drawings.flatMap((drawing) => (drawing.kind === 'text' ? [drawing.y] : []));
  const dy = baselines.length > 0 ? Math.min(...baselines) - (places[0]?.baseline ?? 0) : 0;
  const drawings = [...lines.flat().map((drawing) => moved(drawing, 0, dy)), ...first.drawings];
  return slices.with(at, { ...first, drawings });
}
