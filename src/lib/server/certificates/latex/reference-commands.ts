import type { Call, Commands } from './call.ts';
import { written } from './input.ts';
import { FACE_SCALE, fontSize } from './sizes.ts';

/** Longer ones might not fit on a page below their line. */
const LONGEST_NOTE = 1500;

/** A mark, and the text at the foot of the page. */
function footnote(call: Call): void {
  const { engine, flow, scope } = call;
  const text = call.argument();
  if (engine.boxDepth > engine.noteDepth || engine.isMargin) call.fault('footnote_place');
  if (written(text).length > LONGEST_NOTE) call.fault('footnote_too_long', { most: LONGEST_NOTE });
  const number = String((engine.counters.get('footnote') ?? 0) + 1);
  engine.counters.set('footnote', Number(number));
  flow.literal(number, { ...scope.style, script: 'super' });
  const inner = scope.inner(engine.length('textwidth'));
  const { size, skip } = fontSize('footnotesize', engine.classSize);
  inner.set({ size, skip, bold: false, italic: false, underline: false, link: null, script: null, color: [0, 0, 0] });
  inner.look = 'justify';
  const { current } = engine.labels;
  engine.labels.current = number;
  const [first, ...rest] = engine.boxed(() => call.blocks(text, inner, { indent: 0, skip: 0 }));
  engine.labels.current = current;
  if (first?.kind !== 'paragraph' || rest.some(({ kind }) => kind !== 'paragraph')) {
    call.fault('footnote_text');
    return;
  }
  const mark = { kind: 'text', text: number, script: 'super', size: size * FACE_SCALE } as const;
  const content = [{ kind: 'gap', width: 1.2 * size } as const, mark, ...first.content];
  flow.inline({ kind: 'note', blocks: [{ ...first, content }, ...rest] });
}

function label(call: Call): void {
  const { labels, isMargin } = call.engine;
  const name = call.word();
  if (isMargin) call.fault('label_place');
  else if (labels.current === null) call.fault('label_target', { caption: '\\caption', footnote: '\\footnote' });
  else if (labels.found.has(name)) call.fault('label_exists', { name });
  else labels.found.set(name, labels.current);
}

function ref(call: Call): void {
  const name = call.word();
  const number = call.engine.labels.numberOf(name);
  if (number === null) call.fault('label_unknown', { label: `\\label{${name}}` });
  call.flow.literal(number ?? '', call.scope.style);
}

export const REFERENCE_COMMANDS: Commands = { footnote, label, ref };
