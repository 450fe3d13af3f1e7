import { create } from 'qrcode';
import type { PathStep, QrBlock } from '../document/blocks.ts';
import type { Slice } from './drawing.ts';

/** The code as one filled path, one rectangle for each run of dark modules (ISO/IEC 18004, error correction M). */
export function setQr(block: QrBlock, ink: readonly [number, number, number]): readonly Slice[] {
  const { modules } = create(block.text, { errorCorrectionLevel: 'M' });
  const unit = block.width / modules.size;
  const path: PathStep[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    let start = -1;
    for (let column = 0; column <= modules.size; column += 1) {
      const dark = column < modules.size && modules.get(row, column) !== 0;
      if (dark && start < 0) start = column;
      if (!dark && start >= 0) {
        path.push(...rectangle(start * unit, row * unit, column * unit, (row + 1) * unit));
        start = -1;
      }
    }
  }
  return [{ height: block.width, drawings: [{ kind: 'path', path, fill: ink }] }];
}

function rectangle(left: number, top: number, right: number, bottom: number): readonly PathStep[] {
  return [['M', left, top], ['L', right, top], ['L', right, bottom], ['L', left, bottom], ['Z']];
}
