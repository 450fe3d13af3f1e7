import type { Call, Commands } from './call.ts';
import { FACE_SCALE, fontSize, type SizeName } from './sizes.ts';

type Level = { readonly size: SizeName; readonly before: number; readonly after: number };

/** Space in heights of a small letter, as article has it. */
const SECTIONS: Readonly<Record<string, Level>> = {
  section: { size: 'Large', before: 3.5, after: 2.3 },
  subsection: { size: 'large', before: 3.25, after: 1.5 },
  subsubsection: { size: 'normalsize', before: 3.25, after: 1.5 }
};
const LEVELS = Object.keys(SECTIONS);

function section(call: Call): void {
  const { engine, flow } = call;
  const level = SECTIONS[call.name];
  if (!level) return;
  const isNumbered = !call.star();
  call.optional();
  flow.endParagraph(call.scope);
  const scope = call.scope.inner();
  const { size, skip } = fontSize(level.size, engine.classSize);
  scope.set({ size, skip, bold: true, italic: false });
  const content = engine.boxed(() => call.inlines(call.argument(), scope));
  const ex = fontSize('normalsize', engine.classSize).size * 0.43;
  // Directly below another heading there is only what that one has below it.
  if (!flow.isBelowHeading) flow.spaceAround(level.before * ex, call.line);
  const number = isNumbered ? nextNumber(call) : null;
  const own = { bold: true, size: size * FACE_SCALE, color: scope.style.color };
  const numbered = number === null ? content : [{ kind: 'text', text: `${number}\u2003`, ...own } as const, ...content];
  flow.block(
    {
      kind: 'paragraph',
      content: numbered,
      size: own.size,
      leading: skip / own.size,
      lineSkip: skip,
      keepWithNext: true
    },
    call.line
  );
  flow.block({ kind: 'spacer', height: level.after * ex, keepWithNext: true }, call.line);
  flow.markHeading();
}

/** `2.1` for the first subsection of the second section. */
function nextNumber({ engine, name }: Call): string {
  const depth = LEVELS.indexOf(name);
  engine.counters.set(name, (engine.counters.get(name) ?? 0) + 1);
  for (const deeper of LEVELS.slice(depth + 1)) engine.counters.set(deeper, 0);
  const number = LEVELS.slice(0, depth + 1)
    .map((level) => engine.counters.get(level) ?? 0)
    .join('.');
  engine.labels.current = number;
  return number;
}

/** Pages never begin or end with a single line of a paragraph here: what the number asks of TeX is always so. */
function alwaysForbidden(call: Call): void {
  const { input } = call;
  input.skipSpaces();
  if (input.takes('=')) input.skipSpaces();
  const number = input.next();
  if (number?.kind !== 'text' || !/^\d+$/u.test(number.text)) call.fault('usage', { usage: `${call.spelling}=10000` });
  else if (input.peek()?.kind === 'space') input.next();
}

/** Paragraphs and headings. */
export const PARAGRAPH_COMMANDS: Commands = {
  section,
  subsection: section,
  subsubsection: section,
  widowpenalty: alwaysForbidden,
  clubpenalty: alwaysForbidden,
  par: ({ flow, scope }) => flow.breakParagraph(scope),
  noindent: ({ flow }) => {
    flow.isFlush = true;
  },
  centering: ({ scope }) => {
    scope.look = 'center';
  },
  raggedright: ({ scope }) => {
    scope.look = 'left';
  },
  raggedleft: ({ scope }) => {
    scope.look = 'right';
  }
};
