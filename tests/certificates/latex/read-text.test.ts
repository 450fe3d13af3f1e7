/** The quick reader of text against the grammar that it stands in for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Faults, LatexError } from '#lib/server/certificates/latex/faults.ts';
import { readByGrammar } from '#lib/server/certificates/latex/read-by-grammar.ts';
import { readText } from '#lib/server/certificates/latex/read-text.ts';
import { scanSource, type Fragment } from '#lib/server/certificates/latex/scan-source.ts';
import { SUBSET } from '#lib/server/certificates/latex/subset.ts';
import type { Tex } from '#lib/server/certificates/latex/tex.ts';
import { templateContext } from '#lib/server/certificates/templates/build-context.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { fillTemplate } from '#lib/server/certificates/templates/fill-template.ts';
import { facts } from '../temperature-transmitter.ts';

const FOLDER = join(import.meta.dirname, 'laboratories');
const RUNS = Number(process.env['SOURCES'] ?? 400);

const texts = (fragments: readonly Fragment[]): readonly string[] =>
  fragments.flatMap((fragment) => (fragment.kind === 'text' ? [fragment.text] : texts(fragment.content)));

/** The pieces of a source as the engine reads them; none if it refuses the source. */
function piecesOf(source: string): readonly string[] {
  try {
    return texts(scanSource(source, new Faults()));
  } catch (thrown) {
    if (thrown instanceof LatexError) return [];
    throw thrown;
  }
}

/** What both make of a source: the quick reader null where it leaves it to the grammar. */
function both(source: string) {
  const quick: Tex[] = [{ kind: 'command', name: 'before', line: 1 }];
  const slow = [...quick];
  const isRead = readText(source, 7, quick);
  readByGrammar(source, 7, slow);
  return { quick: isRead ? quick : null, slow };
}

describe('the quick reader of text', () => {
  it('reads the built-in template, every example and every certificate of a laboratory as the grammar does', async () => {
    const sources = [
      fillTemplate(BUILT_IN_TEMPLATE, await templateContext(facts)).source,
      ...SUBSET.map(({ example }) => example),
      ...readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    ];
    const pieces = sources.flatMap(piecesOf);
    const results = pieces.map(both);
    const read = results.filter(({ quick }) => quick !== null);
    for (const { quick, slow } of read) expect(quick).toEqual(slow);
    expect(read.length / pieces.length).toBeGreaterThan(0.9);
  });

  it('reads any text as the grammar does, or leaves it to it', () => {
    const token = fc.constantFrom(
      ...['a', 'Zz', '12', '1.5', '.5', '5.', '..', '-', '--', ' ', '  ', '\t', '\n', '\n\n', ' \n \n', '~', '^', '_'],
      ...[
        '\\a',
        '\\a ',
        '\\\\',
        '\\%',
        '\\{',
        '\\ ',
        '\\1',
        '\\\n',
        '\\@a',
        '\\a*',
        '&',
        '#',
        '#1',
        '[',
        ']',
        'é',
        '€'
      ],
      ...['{', '}', '{}', '{a b}', '$x$', '$a_{1}^2 + {b $c$}$', '$$x$$', '\\(x\\)', '\\[ x \\]', '%\n', ' % c\n'],
      ...[
        '\\begin{b}',
        '\\end{b}',
        '\\begin{c}x\\end{c}',
        '\\begin{math}x\\end{math}',
        '\\begin {b}',
        '"',
        '😀',
        '\\😀'
      ]
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        for (const piece of piecesOf(tokens.join(''))) {
          const { quick, slow } = both(piece);
          if (quick !== null) expect(quick).toEqual(slow);
        }
      }),
      { numRuns: RUNS }
    );
  });
});
