import type { Call, Commands } from './call.ts';
import { PT } from './lengths.ts';

/** In a paragraph the space is below the line, between paragraphs it is where it is written. */
export function verticalSpace(call: Call, height: number, stays: boolean): void {
  if (call.flow.isEmpty) call.flow.block({ kind: 'spacer', height, ...(stays && { stays }) }, call.line);
  else call.flow.inline({ kind: 'skip', height });
}

const skip = (height: number) => (call: Call) => {
  call.flow.endParagraph(call.scope);
  verticalSpace(call, height, false);
};

const FILL = /^\\(?:fill|stretch\s*\{.*\})$/u;

function verticalFill({ flow, scope, line }: Call): void {
  flow.endParagraph(scope);
  flow.block({ kind: 'fill' }, line);
}

const newPage = ({ flow, scope, line }: Call) => {
  flow.endParagraph(scope);
  flow.block({ kind: 'page_break' }, line);
};

const lineBreak = (call: Call) => {
  call.star();
  const space = call.optionalWord();
  if (space !== null) call.flow.inline({ kind: 'skip', height: call.length(space) });
  call.flow.inline({ kind: 'line_break' });
};

/** Empty space, ends of lines and pages, lines. */
export const SPACE_COMMANDS: Commands = {
  vspace: (call) => {
    const stays = call.star();
    const length = call.word();
    if (FILL.test(length)) verticalFill(call);
    else verticalSpace(call, call.length(length), stays);
  },
  hspace: (call) => {
    call.star();
    const length = call.word();
    call.flow.inline({ kind: 'gap', width: FILL.test(length) ? 'fill' : call.length(length) });
  },
  hfill: ({ flow }) => flow.inline({ kind: 'gap', width: 'fill' }),
  hrulefill: ({ flow, scope }) =>
    flow.inline({ kind: 'gap', width: 'fill', leader: { width: 0.4 * PT, color: scope.style.color } }),
  vfill: verticalFill,
  smallskip: skip(3 * PT),
  medskip: skip(6 * PT),
  bigskip: skip(12 * PT),
  newpage: newPage,
  clearpage: newPage,
  pagebreak: (call) => {
    call.optional();
    newPage(call);
  },
  nopagebreak: (call) => {
    call.optional();
    call.flow.keepWithNext();
  },
  '\\': lineBreak,
  newline: ({ flow }) => flow.inline({ kind: 'line_break' }),
  linebreak: (call) => {
    call.optional();
    call.flow.inline({ kind: 'line_break' });
  },
  rule: (call) => {
    const raise = call.optionalWord();
    const [width, height] = [call.length(call.word()), call.length(call.word())];
    const { color } = call.scope.style;
    call.flow.inline({ kind: 'bar', width, height, raise: raise === null ? 0 : call.length(raise), color });
  }
};
