import { allowedParts, MOST } from './budget.ts';
import { isOperator } from './operators.ts';

const PART =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|<[\da-fA-F\0\t\n\f\r ]*>|[[\]]|\/[^\0\t\n\f\r ()<>[\]{}/%]*|([^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const SPACE = /[\0\t\n\f\r ]/gu;
/** Space and comments. */
const IGNORED = /^[\0\t\n\f\r %]/u;
const OPERAND = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)|true|false|null)$/u;

/** An operator with what stands before it, each as it is written; strings in hexadecimal, but for those of letters that have no other meaning. */
export type Operation = { readonly operator: string; readonly operands: readonly string[] };

/**
 * The operations of a content stream, one character for each byte, in order. Read strictly: what viewers read in different ways is refused.
 * @param parts that it may have
 * @throws where it has more, an unknown operator, a string that does not end, or cannot be read
 */
export function* operationsOf(content: string, parts = allowedParts()): Generator<Operation> {
  let operands: string[] = [];
  const add = (operand: string) => {
    if (operands.push(operand) > MOST.operands) throw new Error('an operation in it is too long');
  };
  for (let at = 0; at < content.length;) {
    parts.take(1);
    if (content[at] === '(') {
      const end = endOfString(content, at);
      add(inOneWay(content.slice(at + 1, end - 1)));
      at = end;
      continue;
    }
    PART.lastIndex = at;
    const found = PART.exec(content);
    if (found === null) throw new Error('a drawing in it cannot be read');
    at = PART.lastIndex;
    const [part, word] = found;
    if (word === undefined || OPERAND.test(word)) {
      if (!IGNORED.test(part)) add(part.replaceAll(SPACE, ''));
      continue;
    }
    // Viewers divide others in ways of their own.
    if (!isOperator(word)) throw new Error(`a drawing in it has the unknown operator ${word.slice(0, 20)}`);
    yield { operator: word, operands };
    operands = [];
  }
  if (operands.length > 0) throw new Error('a drawing in it ends within an operation');
}

/** Behind a string, whose parentheses are in pairs but for those after a backslash. */
function endOfString(content: string, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at += 1) {
    const letter = content[at];
    if (letter === '\\') at += 1;
    else if (letter === '(') depth += 1;
    else if (letter === ')' && --depth === 0) return at + 1;
  }
  throw new Error('a text in it does not end');
}

const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const PLAIN = /^[ -'*-[\]-~]*$/u;

/** A string by what stands between its parentheses (ISO 32000-1, 7.3.4.2). */
function inOneWay(written: string): string {
  if (PLAIN.test(written)) return `(${written})`;
  const meant = written.replaceAll(/\r\n?/gu, '\n').replaceAll(/\\(?:([0-7]{1,3})|([\s\S]))/gu, (_, octal, letter) => {
    if (typeof octal === 'string') return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    const one = String(letter);
    // A line that goes on.
    return one === '\n' ? '' : (NAMED[one] ?? one);
  });
  return `<${Buffer.from(meant, 'latin1').toString('hex')}>`;
}
