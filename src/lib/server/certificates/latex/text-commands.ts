import type { Call, Command, Commands } from './call.ts';
import { fontSize, SIZE_NAMES } from './sizes.ts';
import type { Style } from './style.ts';

const inStyle =
  (change: Partial<Style>): Command =>
  (call) => {
    const scope = call.scope.inner();
    scope.set(change);
    call.run(call.argument(), scope);
  };

const fromHere =
  (change: Partial<Style>): Command =>
  ({ scope, flow }) => {
    flow.barrier();
    scope.set(change);
  };

const sizes = Object.fromEntries(
  SIZE_NAMES.map((name) => [
    name,
    ({ engine, scope, flow }: Call) => {
      flow.barrier();
      scope.set(fontSize(name, engine.classSize));
    }
  ])
);

function color(call: Call) {
  const model = call.optionalWord();
  const value = call.word();
  const found = call.engine.colors.find(model, value);
  if (!found) call.fault('unknown_color', { name: value, define: '\\definecolor' });
  return found ?? call.scope.style.color;
}

/** Points, if no unit is stated. */
const points = (call: Call): number => {
  const word = call.word();
  return call.length(/^[\d.]+$/u.test(word) ? `${word}pt` : word);
};

function fontsize(call: Call): void {
  const [size, skip] = [points(call), points(call)];
  if (size < 1 || size > 200 || skip < 0) call.fault('usage', { usage: '\\fontsize{9.5pt}{12pt}\\selectfont' });
  else call.scope.nextSize = { size, skip };
}

function selectfont({ flow, scope }: Call): void {
  flow.barrier();
  if (scope.nextSize) scope.set(scope.nextSize);
  scope.nextSize = null;
}

/** Looks of letters. */
export const TEXT_COMMANDS: Commands = {
  textbf: inStyle({ bold: true }),
  textit: inStyle({ italic: true }),
  textsl: inStyle({ italic: true }),
  textmd: inStyle({ bold: false }),
  textup: inStyle({ italic: false }),
  textrm: inStyle({}),
  textsf: inStyle({}),
  textnormal: inStyle({ bold: false, italic: false, underline: false }),
  emph: (call) => inStyle({ italic: !call.scope.style.italic })(call),
  underline: inStyle({ underline: true }),
  textsubscript: inStyle({ script: 'sub' }),
  textsuperscript: inStyle({ script: 'super' }),
  bfseries: fromHere({ bold: true }),
  mdseries: fromHere({ bold: false }),
  itshape: fromHere({ italic: true }),
  slshape: fromHere({ italic: true }),
  upshape: fromHere({ italic: false }),
  rmfamily: fromHere({}),
  sffamily: fromHere({}),
  normalfont: fromHere({ bold: false, italic: false, underline: false }),
  em: (call) => fromHere({ italic: !call.scope.style.italic })(call),
  ...sizes,
  fontsize,
  selectfont,
  textcolor: (call) => {
    const scope = call.scope.inner();
    scope.set({ color: color(call) });
    call.run(call.argument(), scope);
  },
  color: (call) => {
    call.flow.barrier();
    call.scope.set({ color: color(call) });
  },
  definecolor: (call) => {
    const [name, model, value] = [call.word(), call.word(), call.word()];
    if (!call.engine.colors.define(name, model, value)) {
      call.fault('accepts', { known: 'rgb, RGB, HTML, gray, cmyk', given: `${model}: ${value}` });
    }
  }
};
