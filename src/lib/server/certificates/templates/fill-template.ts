import { Context, Liquid, LiquidError, toValueSync, type Template } from 'liquidjs';
import { breakable, withoutBreaksInNames } from './breakable.ts';
import { escapeTex } from './escape-tex.ts';
import { LatexText } from './latex-text.ts';
import { markLines, readMarks, type Filled } from './source-lines.ts';
import type { FaultCode, FaultValues } from '../template-faults.ts';
import { templateError } from './template-error.ts';
import { threadMilliseconds } from './thread-time.ts';
import './token-positions.ts';

/** What one template may ask for: its author and its values come from people. */
export const TEMPLATE_LIMITS = {
  sourceBytes: 256 * 1024,
  /** Of the filled source, and of one value: the built-in template takes one MiB for ten thousand points. */
  outputBytes: 8 * 1024 * 1024,
  /** Of the processor, for this thread: a busy machine makes no template fail. */
  milliseconds: 2000,
  /** The same for each calibration point, which the template prints in a row. */
  millisecondsPerPoint: 5,
  /** Letters and elements that filters and loops hold. */
  memory: 5_000_000,
  /** The built-in template has less than two hundred. The time that Liquid takes grows with their square. */
  tags: 4000,
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
  memoryLimit: TEMPLATE_LIMITS.memory
});
for (const name of Object.keys(liquid.tags)) if (!TAGS.includes(name)) Reflect.deleteProperty(liquid.tags, name);
for (const name of Object.keys(liquid.filters)) {
  if (!FILTERS.includes(name)) Reflect.deleteProperty(liquid.filters, name);
}

/** A value in the source: text escaped, what the server made as LaTeX as it is, nothing for what is missing. */
function written(value: unknown): string {
  if (value instanceof LatexText) return LatexText.latexOf(value);
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeTex(breakable(value));
  if (typeof value === 'number') return escapeTex(String(value));
  if (typeof value === 'boolean') return String(value);
  throw new Error(Array.isArray(value) ? 'print_list' : 'print_group');
}

/** A template as the template language has read it: nothing in it depends on the values. */
type Parsed = { readonly templates: Template[]; readonly globals: Globals };
type Globals = ReturnType<typeof liquid.analyzeSync>['globals'];

/** Certificates of a laboratory are set by the same few templates, one after another. */
const KEPT = 8;
const kept = new Map<string, Parsed>();

/** Parses a template, or remembers it. @throws TemplateError with the line */
function parsed(source: string): Parsed {
  const found = kept.get(source) ?? readTemplate(source);
  kept.delete(source);
  kept.set(source, found);
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
  return found;
}

function readTemplate(source: string): Parsed {
  const templates = parse(source);
  return { templates, globals: liquid.analyzeSync(templates, { partials: false }).globals };
}

function parse(source: string): Template[] {
  if (Buffer.byteLength(source) > TEMPLATE_LIMITS.sourceBytes) {
    throw templateError(1, 'source_too_long', { most: TEMPLATE_LIMITS.sourceBytes / 1024 });
  }
  assertModest(source);
  const marked = markLines(source);
  try {
    // The marks are not the author's: the limit is that of the source.
    return liquid.parse(marked);
  } catch (thrown) {
    throw faultOf(thrown);
  }
}

/** Deep nesting would exhaust the stack of the parser, and many tags its time. */
function assertModest(source: string): void {
  const { nesting, tags } = TEMPLATE_LIMITS;
  let [depth, count] = [0, 0];
  for (const { index, groups: { opens, closes } = {} } of source.matchAll(TAG)) {
    const line = () => source.slice(0, index).split('\n').length;
    count += 1;
    if (count > tags) throw templateError(line(), 'too_many_tags', { most: tags });
    depth += (opens === undefined ? 0 : 1) - (closes === undefined ? 0 : 1);
    if (depth > nesting) throw templateError(line(), 'control_nested', { most: nesting });
  }
}
const TAG = /\\(?:VAR\{|BLOCK\{(?:-?\s*(?:(?<opens>for|if|unless|case)|(?<closes>end(?:for|if|unless|case)))\b)?)/gu;

/** Collects the output, and stops once there is too much of it. */
class BoundedOutput {
  buffer = '';

  write(text: unknown): void {
    this.buffer += typeof text === 'string' ? text : '';
    // Marks of lines are up to eight characters on each line.
    if (this.buffer.length > 2 * TEMPLATE_LIMITS.outputBytes) throw new Error('filled_too_long');
  }
}

const FILLED_TOO_LONG = ['filled_too_long', { most: TEMPLATE_LIMITS.outputBytes / 1024 / 1024 }] as const;

/**
 * LaTeX source from a template and the values of a certificate. Nothing but these values can be reached: no file, no
 * property of an object's class, no code.
 * @param points of the calibration, which a template may print in a row each
 * @throws TemplateError with the template's line
 */
export function fillTemplate(template: string, values: object, points = 0): Filled {
  const most = TEMPLATE_LIMITS.milliseconds + points * TEMPLATE_LIMITS.millisecondsPerPoint;
  const { templates, globals } = parsed(template);
  assertKnown(globals, values);
  const context = new Context(values, liquid.options, { sync: true }, { liquid });
  const [began, used] = [performance.now(), threadMilliseconds()];
  context.renderLimit.check = () => {
    if (performance.now() - began < most) return;
    if (threadMilliseconds() - used > most) throw new Error('template render limit');
  };
  let marked: string;
  try {
    marked = String(toValueSync(liquid.renderer.renderTemplates(templates, context, new BoundedOutput())));
  } catch (thrown) {
    throw faultOf(thrown, most);
  }
  const { source, lineOf } = readMarks(marked);
  const filled = { source: withoutBreaksInNames(source), lineOf };
  if (Buffer.byteLength(filled.source) > TEMPLATE_LIMITS.outputBytes) throw templateError(1, ...FILLED_TOO_LONG);
  return filled;
}

/** Every name is checked, also where a condition leaves it out today. @throws TemplateError */
function assertKnown(globals: Globals, values: object): void {
  for (const [name, uses] of Object.entries(globals)) {
    const [use] = uses;
    if (use && !Object.hasOwn(values, name) && name !== 'forloop') {
      throw templateError(use.location.row, 'no_value', { name });
    }
  }
}

/** What the template language reports, by the fault that it is; `name` is what the pattern holds. */
const REPORTS: readonly (readonly [RegExp, FaultCode, FaultValues?])[] = [
  [/undefined variable: (?<name>.+)$/u, 'no_value'],
  [/memory alloc limit/u, 'holds_too_much'],
  [/template render limit/u, 'fill_too_slow'],
  [/Maximum call stack/u, 'template_too_deep'],
  [/filled_too_long/u, ...FILLED_TOO_LONG],
  [/print_list/u, 'print_list', { example: '\\BLOCK{for one in list} … \\BLOCK{endfor}' }],
  [/print_group/u, 'print_group', { example: '\\VAR{asset.name}' }],
  [/tag "(?<closing>end\w*)" not found/u, 'closes_nothing'],
  [/tag "(?<name>[^"]+)" not found/u, 'tag_unknown'],
  [/undefined filter: (?<name>\S+)/u, 'filter_unknown'],
  [/(?:tag|output) (?<name>.+) not closed/u, 'tag_not_closed']
];

/** As a fault of the template, at its line. @param most milliseconds that it had */
function faultOf(thrown: unknown, most: number = TEMPLATE_LIMITS.milliseconds): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const isOfLiquid = LiquidError.is(thrown);
  if (thrown instanceof RangeError && !isOfLiquid) return templateError(1, 'template_too_deep');
  const { token } = thrown as LiquidError & { readonly token?: { getPosition(): number[] } };
  const line = token?.getPosition()[0] ?? 1;
  const said = thrown.message.replace(/, line:\d+, col:\d+.*$/u, '').replace(/[\ue000-\ue002]\d*/gu, '');
  for (const [pattern, code, values] of REPORTS) {
    const found = pattern.exec(said);
    const slow = code === 'fill_too_slow' ? { most: Math.ceil(most / 1000) } : {};
    if (found) return templateError(line, code, { ...found.groups, ...values, ...slow });
  }
  if (!isOfLiquid) return thrown;
  return templateError(line, 'template_language', { said: said.replace(/\.$/u, '') });
}

/** The paths of the values that a template names. @throws TemplateError where it cannot be parsed */
export function usedValues(source: string): readonly string[] {
  return Object.values(parsed(source).globals).flatMap((uses) => uses.map(String));
}
