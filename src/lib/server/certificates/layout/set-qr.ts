import { darkRuns } from '#lib/laboratory/qr-runs.ts';
import type { PathStep, QrBlock } from '../document/blocks.ts';
import type { Slice } from './drawing.ts';

/** The code as one filled path, one rectangle for each run of dark modules. */
export function setQr(block: QrBlock, ink: readonly [number, number, number]): readonly Slice[] {
  const { size, runs } = runsOf(block.text);
  const unit = block.width / size;
  const path = runs.flatMap(({ row, from, to }) => rectangle(from * unit, row * unit, to * unit, (row + 1) * unit));
  return [{ height: block.width, drawings: [{ kind: 'path', path, fill: ink }] }];
}

let last: { readonly text: string; readonly code: ReturnType<typeof darkRuns> } | null = null;

/** The head of every page has the same code. */
function runsOf(text: string): ReturnType<typeof darkRuns> {
  if (last?.text !== text) last = { text, code: darkRuns(text) };
  return last.code;
}

function rectangle(left: number, top: number, right: number, bottom: number): readonly PathStep[] {
  return [['M', left, top], ['L', right, top], ['L', right, bottom], ['L', left, bottom], ['Z']];
}
