import { Context, Liquid, LiquidError, toValueSync, type Template } from 'liquidjs';
import { escapeTex } from './escape-tex.ts';
import { LatexText } from './latex-text.ts';
import { markLines, readMarks, type Filled } from './source-lines.ts';
import { TemplateError } from './template-error.ts';

/** What one template may ask for: its author and its values come from people. */
export const TEMPLATE_LIMITS = {
  sourceBytes: 256 * 1024,
  /** Of the filled source, and of one value. */
  outputBytes: 1024 * 1024,
  milliseconds: 2000,
  /** Letters and elements that filters and loops hold. */
  memory: 5_000_000,
  /** Control tags inside each other. */
  nesting: 40
} as const;

const TAGS = ['assign', 'for', 'break', 'continue', 'if', 'unless', 'case'];
const FILTERS = [
  ...['abs', 'at_least', 'at_most', 'ceil', 'divided_by', 'floor', 'minus', 'modulo', 'plus', 'round', 'times'],
  ...['append', 'capitalize', 'downcase', 'prepend', 'remove', 'remove_first', 'replace', 'replace_first', 'slice'],
  ...['split', 'strip', 'lstrip', 'rstrip', 'truncate', 'truncatewords', 'upcase', 'size', 'default'],
  ...['compact', 'concat', 'first', 'join', 'last', 'map', 'reverse', 'sort', 'uniq', 'where']
];

const liquid = new Liquid({
  outputDelimiterLeft: '\\VAR{',
  outputDelimiterRight: '}',
  tagDelimiterLeft: '\\BLOCK{',
  tagDelimiterRight: '}',
  outputEscape: written,
  strictVariables: true,
  strictFilters: true,
  lenientIf: true,
  ownPropertyOnly: true,
  cache: false,
  // No file is ever read: the tags that would are removed, and these find nothing.
  templates: {},
  dynamicPartials: false,
  parseLimit: TEMPLATE_LIMITS.sourceBytes,
  memoryLimit: TEMPLATE_LIMITS.memory,
  renderLimit: TEMPLATE_LIMITS.milliseconds
});
for (const name of Object.keys(liquid.tags)) if (!TAGS.includes(name)) Reflect.deleteProperty(liquid.tags, name);
for (const name of Object.keys(liquid.filters)) {
  if (!FILTERS.includes(name)) Reflect.deleteProperty(liquid.filters, name);
}

/** A value in the source: text escaped, what the server made as LaTeX as it is, nothing for what is missing. */
function written(value: unknown): string {
  if (value instanceof LatexText) return LatexText.latexOf(value);
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeTex(value);
  if (typeof value === 'number') return escapeTex(String(value));
  if (typeof value === 'boolean') return String(value);
  throw new Error(
    Array.isArray(value)
      ? 'This is a list: print its elements in a loop, \\BLOCK{for one in list} … \\BLOCK{endfor}'
      : 'This is a group of values: name the one to print, as in \\VAR{asset.name}'
  );
}

/** Parses a template. @throws TemplateError with the line */
function parsed(source: string): Template[] {
  if (Buffer.byteLength(source) > TEMPLATE_LIMITS.sourceBytes) {
    throw new TemplateError(1, `The source is longer than ${TEMPLATE_LIMITS.sourceBytes / 1024} KiB.`);
  }
  const marked = markLines(source);
  assertShallow(marked);
  try {
    // The marks are not the author's: the limit is that of the source.
    return liquid.parse(marked);
  } catch (thrown) {
    throw faultOf(thrown);
  }
}

/** Deep nesting would exhaust the stack of the parser. */
function assertShallow(source: string): void {
  let depth = 0;
  for (const found of source.matchAll(/\\BLOCK\{-?\s*(end)?(?:for|if|unless|case)\b/gu)) {
    depth += found[1] === undefined ? 1 : -1;
    if (depth > TEMPLATE_LIMITS.nesting) {
      const line = source.slice(0, found.index).split('\n').length;
      throw new TemplateError(line, `More than ${TEMPLATE_LIMITS.nesting} control tags are inside each other.`);
    }
  }
}

/** Collects the output, and stops once there is too much of it. */
class BoundedOutput {
  buffer = '';

  write(text: unknown): void {
    this.buffer += typeof text === 'string' ? text : '';
    // Marks of lines are up to eight characters on each line.
    if (this.buffer.length > 2 * TEMPLATE_LIMITS.outputBytes) throw new Error(TOO_LONG);
  }
}

const TOO_LONG = `The filled template is longer than ${TEMPLATE_LIMITS.outputBytes / 1024 / 1024} MiB`;

/**
 * LaTeX source from a template and the values of a certificate. Nothing but these values can be reached: no file, no
 * property of an object's class, no code.
 * @throws TemplateError with the template's line
 */
export function fillTemplate(template: string, values: object): Filled {
  const templates = parsed(template);
  assertKnown(templates, values);
  const context = new Context(values, liquid.options, { sync: true }, { liquid });
  let marked: string;
  try {
    marked = String(toValueSync(liquid.renderer.renderTemplates(templates, context, new BoundedOutput())));
  } catch (thrown) {
    throw faultOf(thrown);
  }
  const filled = readMarks(marked);
  if (Buffer.byteLength(filled.source) > TEMPLATE_LIMITS.outputBytes) throw new TemplateError(1, `${TOO_LONG}.`);
  return filled;
}

const noValue = (name: string): string => `There is no value ${name}. The list beside the editor has all names.`;

/** Every name is checked, also where a condition leaves it out today. @throws TemplateError */
function assertKnown(templates: Template[], values: object): void {
  const { globals } = liquid.analyzeSync(templates, { partials: false });
  for (const [name, uses] of Object.entries(globals)) {
    const [use] = uses;
    if (use && !Object.hasOwn(values, name) && name !== 'forloop') {
      throw new TemplateError(use.location.row, noValue(name));
    }
  }
}

const LIMIT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/memory alloc limit/u, 'Loops and filters hold too much: make the lists or texts shorter.'],
  [/template render limit/u, `Filling this template takes longer than ${TEMPLATE_LIMITS.milliseconds / 1000} seconds.`],
  [/parse length limit|parse limit/u, `The source is longer than ${TEMPLATE_LIMITS.sourceBytes / 1024} KiB.`],
  [/Maximum call stack/u, 'The template is too deeply nested.']
];

/** What the template language reports, in the words of this project, with its line. */
function faultOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  if (!LiquidError.is(thrown)) {
    return thrown instanceof RangeError ? new TemplateError(1, 'The template is too deeply nested.') : thrown;
  }
  const { token } = thrown as LiquidError & { readonly token?: { getPosition(): number[] } };
  const line = token?.getPosition()[0] ?? 1;
  const message = thrown.message.replace(/, line:\d+, col:\d+.*$/u, '').replace(/[\ue000-\ue002]\d*/gu, '');
  const missing = /undefined variable: (.+)$/u.exec(message)?.[1];
  if (missing !== undefined) return new TemplateError(line, noValue(missing));
  const known = LIMIT_WORDS.find(([pattern]) => pattern.test(message));
  return new TemplateError(line, known ? known[1] : message);
}

/** The paths of the values that a template names. @throws TemplateError where it cannot be parsed */
export function usedValues(source: string): readonly string[] {
  const { globals } = liquid.analyzeSync(parsed(source), { partials: false });
  return Object.values(globals).flatMap((uses) => uses.map(String));
}
