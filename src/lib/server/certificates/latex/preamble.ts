import type { Call, Commands } from './call.ts';
import { geometry } from './geometry.ts';
import { setLinks } from './links.ts';
import { readOptions } from './options.ts';
import { articlePaper, PAPERS, type PaperName } from './paper.ts';
import { setUp } from './quantities.ts';
import { fontSize, type ClassSize } from './sizes.ts';

/** What stands before \begin{document} decides about the page. */
export const PACKAGES = [
  'amsmath',
  'amssymb',
  'array',
  'babel',
  'booktabs',
  'enumitem',
  'fancyhdr',
  'fontenc',
  'geometry',
  'graphicx',
  'hyperref',
  'inputenc',
  'lastpage',
  'lmodern',
  'longtable',
  'multirow',
  'siunitx',
  'tabularx',
  'textcomp',
  'xcolor'
] as const;

function documentClass(call: Call): void {
  const options = call.optional() ?? [];
  const name = call.word();
  if (name !== 'article') call.fault('class_unknown', { name, known: 'article' });
  const { engine } = call;
  for (const [option] of readOptions(options)) {
    if (option in PAPERS) engine.page.name = option as PaperName;
    else if (option === 'landscape') engine.page.isLandscape = true;
    else if (/^1[012]pt$/u.test(option)) engine.classSize = Number(option.slice(0, 2)) as ClassSize;
    else if (/^(?:n?german|french|english|spanish)$/u.test(option)) engine.page.language = option;
    else if (!/^(?:oneside|final|onecolumn|portrait)$/u.test(option))
      call.fault('class_option', { name: 'article', option });
  }
  const { size, skip } = fontSize('normalsize', engine.classSize);
  call.scope.set({ size, skip });
  engine.setLength('parindent', size * (engine.classSize === 10 ? 1.5 : engine.classSize === 11 ? 1.5525 : 1.46873));
  engine.setPaper(articlePaper(engine.page.name, engine.classSize, engine.page.isLandscape));
}

function usePackage(call: Call): void {
  const options = call.optional() ?? [];
  for (const name of call
    .word()
    .split(',')
    .map((one) => one.trim())) {
    if (!(PACKAGES as readonly string[]).includes(name)) {
      call.fault('package_unknown', { name, known: PACKAGES.join(', ') });
    } else if (name === 'geometry') call.engine.setPaper(geometry(options, call.engine.page, call));
    else if (name === 'hyperref') setLinks(options, call);
    else if (name === 'siunitx') setUp(options, call);
    else if (name === 'babel')
      call.engine.page.language = readOptions(options).at(-1)?.[0] ?? call.engine.page.language;
  }
}

/** Commands that are settings: their text is read where it counts. */
const SETTINGS = ['arraystretch', 'headrulewidth', 'footrulewidth'];

const defined = (isNew: boolean | null) => (call: Call) => {
  const { name, macro } = call.engine.macros.read(call.input, call.spelling, call.line);
  const exists = call.engine.macros.has(name) || call.engine.commands.has(name) || SETTINGS.includes(name);
  if (isNew === true && exists) call.fault('exists', { command: `\\${name}`, use: '\\renewcommand' });
  if (isNew === false && !exists) call.fault('exists_not', { command: `\\${name}`, use: '\\newcommand' });
  if (isNew === null && exists) return;
  call.engine.macros.define(name, macro, call.line);
};

const LENGTHS = [
  ...['parindent', 'parskip', 'tabcolsep', 'arrayrulewidth', 'fboxsep', 'fboxrule'],
  ...['LTpre', 'LTpost', 'LTleft', 'LTright']
];

function setLength(call: Call): void {
  const name = call.word().replace(/^\\/u, '').trim();
  const length = call.length(call.word());
  if (!LENGTHS.includes(name) && !call.engine.ownLengths.has(name))
    call.fault('length_fixed', { command: `\\${name}`, known: LENGTHS.map((one) => `\\${one}`).join(', ') });
  call.engine.setLength(name, length);
}

export const PREAMBLE_COMMANDS: Commands = {
  documentclass: documentClass,
  usepackage: usePackage,
  geometry: (call) => call.engine.setPaper(geometry(call.argument(), call.engine.page, call)),
  newcommand: defined(true),
  renewcommand: defined(false),
  providecommand: defined(null),
  setlength: setLength,
  selectlanguage: (call) => {
    call.engine.page.language = call.word();
  }
};
