import type { KeyValuesBlock } from '../document/blocks.ts';
import { horizontal, type Setting, type Slice } from './drawing.ts';
import { setLines } from './set-text.ts';

/** Names and values in two columns with a hairline above and under each. */
export function setKeyValues(block: KeyValuesBlock, setting: Setting): readonly Slice[] {
  const { padding, keyWidth, rule } = block;
  return block.entries.map((entry, index) => {
    const keyBox = { x: 0, y: padding, width: keyWidth - 6, align: 'left' } as const;
    const valueBox = { x: keyWidth, y: padding, width: setting.width - keyWidth, align: 'left' } as const;
    const key = setLines(entry.key, keyBox, { ...setting.text, color: block.keyColor }, setting.fields);
    const value = setLines(entry.value, valueBox, setting.text, setting.fields);
    const height = Math.max(key.height, value.height) + 2 * padding;
    const lines = [horizontal(0, height, setting.width, rule)];
    if (index === 0) lines.push(horizontal(0, 0, setting.width, rule));
    return { height, drawings: [...lines, ...key.lines.flat(), ...value.lines.flat()] };
  });
}
