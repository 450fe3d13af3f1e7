import type { Block, DisplaySpace, ParagraphBlock } from '../document/blocks.ts';
import {
  horizontal,
  scaled,
  stacked,
  type PageFields,
  type Setting,
  type Slice,
  type TextDefaults
} from './drawing.ts';
import { setChart } from './set-chart.ts';
import { setColumns } from './set-columns.ts';
import { gridSlices } from './set-grid.ts';
import { setInset } from './set-inset.ts';
import { setKeyValues } from './set-key-values.ts';
import { setQr } from './set-qr.ts';
import { setTable } from './set-table.ts';
import { setHeading, setParagraph } from './set-text.ts';

export type BlocksContext = {
  readonly text: TextDefaults;
  readonly fields: PageFields | null;
  readonly pageHeight: number;
};

/** Blocks one under another in a column of that width, as slices for the pages. */
export function setBlocks(blocks: readonly Block[], width: number, context: BlocksContext): readonly Slice[] {
  return [...blockSlices(blocks, width, context)];
}

/** The same one slice after another: a table of thousands of rows can be set in turns with other work. */
export function* blockSlices(blocks: readonly Block[], width: number, context: BlocksContext): Generator<Slice, void> {
  const setting: Setting = {
    width,
    text: context.text,
    fields: context.fields,
    setBlocks: (inner, innerWidth) => setBlocks(inner, innerWidth, context)
  };
  let end: number | undefined;
  for (const block of blocks) {
    if (block.kind === 'grid') yield* gridSlices(block, setting);
    else {
      const slices = setBlock(block, setting, context.pageHeight);
      const around =
        block.kind === 'paragraph' && block.display ? aroundDisplay(block.display, slices, end, setting) : null;
      if (around) yield { height: around.above, drawings: [], space: true, keepWithNext: true };
      ({ end } = slices.at(-1) ?? { end: undefined });
      yield* slices;
      if (around) yield { height: around.below, drawings: [], space: true };
    }
  }
}

/** Two ems between the line above and a formula make it a short one (D. Knuth, The TeX book, chapter 19). */
function aroundDisplay(
  { short, long }: NonNullable<ParagraphBlock['display']>,
  slices: readonly Slice[],
  end: number | undefined,
  { width, text }: Setting
): DisplaySpace {
  const begin = width - (slices[0]?.end ?? width);
  return end === undefined || end + 2 * text.size <= begin ? short : long;
}

function setBlock(block: Block, setting: Setting, pageHeight: number): readonly Slice[] {
  switch (block.kind) {
    case 'paragraph':
      return setParagraph(block, setting);
    case 'heading':
      return setHeading(block, setting);
    case 'spacer':
      return [{ height: block.height, drawings: [], space: block.stays !== true, keepWithNext: block.keepWithNext }];
    case 'fill':
      return [{ height: 0, drawings: [], fill: true, keepWithNext: true }];
    case 'page_break':
      return [{ height: 0, drawings: [], pageBreak: true }];
    case 'rule':
      return [{ height: 0, drawings: [horizontal(0, 0, setting.width, block.stroke)], keepWithNext: true }];
    case 'key_values':
      return setKeyValues(block, setting);
    case 'table':
      return setTable(block, setting);
    case 'columns':
      return setColumns(block, setting, pageHeight);
    case 'inset':
      return setInset(block, setting);
    case 'grid':
      return [...gridSlices(block, setting)];
    case 'chart':
      return setChart(block, setting);
    case 'scaled': {
      const { height, drawings } = stacked(setting.setBlocks(block.blocks, block.width));
      return [{ height: height * block.scale, drawings: drawings.map((drawing) => scaled(drawing, block.scale)) }];
    }
    case 'qr':
      return setQr(block, setting.text.color);
    case 'figure':
      return [{ height: block.height, drawings: block.paths.map((path) => ({ kind: 'path', ...path }) as const) }];
    case 'image': {
      const { width, height, bytes, format } = block;
      return [{ height, drawings: [{ kind: 'image', x: 0, y: 0, width, height, bytes, format }] }];
    }
    case 'signature': {
      const { height, drawings: appearance } = stacked(setting.setBlocks(block.appearance, setting.width));
      return [{ height, drawings: [{ kind: 'signature', x: 0, y: 0, width: setting.width, height, appearance }] }];
    }
  }
}
