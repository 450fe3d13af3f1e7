// cspell:ignore newlength settoheight
import { lineExtent } from '../layout/letter-extents.ts';
import { breakLines } from '../layout/break-lines.ts';
import { placeRuns } from '../layout/place-runs.ts';
import { setBlocks } from '../layout/set-blocks.ts';
import type { Call, Commands } from './call.ts';

const lengthName = (call: Call): string => call.word().replace(/^\\/u, '').trim();

function newLength(call: Call): void {
  const name = lengthName(call);
  const { engine } = call;
  if (call.namedLength(name) !== undefined || engine.commands.has(name) || engine.macros.has(name))
    call.fault('exists', { command: `\\${name}`, use: '\\setlength' });
  engine.ownLengths.add(name);
  engine.setLength(name, 0);
}

/** How far one line of text with boxes reaches above its baseline, as for a head. Page numbers are taken as long ones. */
function setToHeight(call: Call): void {
  const name = lengthName(call);
  const nodes = call.argument();
  const { engine } = call;
  if (!engine.ownLengths.has(name)) {
    const known = [...engine.ownLengths].map((one) => `\\${one}`).join(', ');
    call.fault('length_fixed', { command: `\\${name}`, known: known || '\\newlength' });
    return;
  }
  const wasMargin = engine.isMargin;
  engine.isMargin = true;
  const content = engine.boxed(() => call.inlines(nodes));
  engine.isMargin = wasMargin;
  // A measure that cannot be set is a fault already.
  if (!engine.faults.isEmpty) return;
  const text = { ...engine.baseSize, color: [0, 0, 0] } as const;
  const fields = { page: 8888, pages: 8888 };
  const context = { text, fields, pageHeight: Infinity };
  const placed = placeRuns(content, {
    width: Infinity,
    text,
    fields,
    setBlocks: (blocks, width) => setBlocks(blocks, width, context)
  });
  const [line] = breakLines(placed, Infinity, text, fields);
  engine.setLength(name, lineExtent(line?.pieces ?? []).above);
}

/** Lengths of a document's own, and what they measure. */
export const MEASURE_COMMANDS: Commands = { newlength: newLength, settoheight: setToHeight };
