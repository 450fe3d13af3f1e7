import type { KeyValuesBlock } from '../document/blocks.ts';
import { horizontal, moved, type Drawing, type Setting, type Slice } from './drawing.ts';
import { setLines } from './set-text.ts';

/** An entry with more lines may break across pages, like a paragraph. */
const MOST_LINES_KEPT = 12;

/** Names and values in two columns with a hairline above and under each. */
export function setKeyValues(block: KeyValuesBlock, setting: Setting): readonly Slice[] {
  const { padding, keyWidth, rule } = block;
  return block.entries.flatMap((entry, index) => {
    const keyBox = { x: 0, y: padding, width: keyWidth - 6, align: 'left' } as const;
    const valueBox = { x: keyWidth, y: padding, width: setting.width - keyWidth, align: 'left' } as const;
    const key = setLines(entry.key, keyBox, { ...setting.text, color: block.keyColor }, setting.fields);
    const value = setLines(entry.value, valueBox, setting.text, setting.fields);
    const height = Math.max(key.height, value.height) + 2 * padding;
    const lines = [horizontal(0, height, setting.width, rule)];
    if (index === 0) lines.push(horizontal(0, 0, setting.width, rule));
    if (value.lines.length <= MOST_LINES_KEPT) {
      return [{ height, drawings: [...lines, ...key.lines.flat(), ...value.lines.flat()] }];
    }
    return inLines(value, padding, { first: [...lines.slice(1), ...key.lines.flat()], last: lines.slice(0, 1) });
  });
}

/** One slice per line; what belongs to the whole entry is in its first and its last. */
function inLines(
  { lines, lineHeight }: ReturnType<typeof setLines>,
  padding: number,
  whole: { readonly first: readonly Drawing[]; readonly last: readonly Drawing[] }
): readonly Slice[] {
  return lines.map((line, index) => {
    const [isFirst, isLast] = [index === 0, index === lines.length - 1];
    const top = isFirst ? 0 : padding + index * lineHeight;
    const drawings = [...(isFirst ? whole.first : []), ...line, ...(isLast ? whole.last : [])];
    return {
      height: lineHeight + (isFirst ? padding : 0) + (isLast ? padding : 0),
      drawings: drawings.map((drawing) => moved(drawing, 0, -top)),
      // The name may be longer than the first line, and no line may be alone on a page.
      keepWithNext: index < 2 || index === lines.length - 2
    };
  });
}
