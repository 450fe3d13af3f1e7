import { describe, expect, it, vi } from 'vitest';
import { COMMANDS, ENVIRONMENTS } from '#lib/server/certificates/latex/all-commands.ts';
import { OTHER_PACKAGES, SUBSET, SUBSET_PREAMBLE, type SubsetRow } from '#lib/server/certificates/latex/subset.ts';
import { distant } from './line-places.ts';
import { farLetters } from './letters.ts';
import { embedded, inParts, pageTexts, pageWords, plainly } from './pdf-words.ts';
import { COMPARED, hasPdflatex, pdflatex } from './pdflatex.ts';

// pdflatex sets four documents, each twice.
vi.setConfig({ testTimeout: 180_000 });

/** Rows without a preamble of their own are pages of one document: commands that change the rest are in groups. */
const together = SUBSET.filter(({ preamble }) => preamble === undefined);
const alone = SUBSET.filter(({ preamble }) => preamble !== undefined);
const source = (rows: readonly SubsetRow[], preamble = '\\pagestyle{empty}') =>
  `${SUBSET_PREAMBLE}\n${preamble}\n\\begin{document}\n${rows
    .map(({ example }) => `{${example}\n\n}\\newpage`)
    .join('\n')}\n\\end{document}`;

const squeezed = (text: string) => plainly(text).replace(/\s+/gu, ' ').trim();
/** Letters and digits in any order: formulas are read in the order of their lines. */
const signs = (text: string) =>
  [...plainly(text).replace(/[^\p{L}\p{N}]/gu, '')]
    .filter((sign) => /[A-Za-z0-9]/u.test(sign))
    .sort()
    .join('');
const shown = (row: SubsetRow, text: string) =>
  row.isFormula === true ? signs(text) : squeezed(text).replace(/ /gu, '');

describe('the subset of the embedded engine', () => {
  it('has an example of every command and environment', () => {
    const used = new Set(
      SUBSET.flatMap(({ example, preamble = '' }) =>
        [...`${SUBSET_PREAMBLE}${preamble}${example}`.matchAll(/\\([a-zA-Z]+|[^a-zA-Z])/gu)].map(([, name]) => name)
      )
    );
    const environments = new Set(
      SUBSET.flatMap(({ example }) => [...example.matchAll(/\\begin\{([a-z*]+)\}/gu)].map(([, name]) => name))
    );
    expect([...COMMANDS.keys()].filter((name) => !used.has(name))).toEqual(['geometry']);
    expect([...ENVIRONMENTS.keys()].filter((name) => !environments.has(name))).toEqual(['math', 'displaymath']);
  });

  it('shows the words of every example', async () => {
    const texts = await inParts(together, async (rows) => pageTexts(await embedded(source(rows))));
    expect(texts).toHaveLength(together.length);
    const missing = together.flatMap(({ title, words }, index) => {
      const text = squeezed(texts[index] ?? '').replace(/ /gu, '');
      return words
        .filter((word) => !text.includes(squeezed(word).replace(/ /gu, '')))
        .map((word) => `${title}: ${word} in ${text}`);
    });
    expect(missing).toEqual([]);
  });

  it.each(alone.map((row) => [row.title, row] as const))('shows the words of: %s', async (_, row) => {
    const text = squeezed((await pageTexts(await embedded(source([row], row.preamble)))).join(' '));
    for (const word of row.words) expect(text).toContain(squeezed(word));
  });

  it.skipIf(!hasPdflatex)(`has the same words ${COMPARED}`, async () => {
    const rows = together.filter(({ differs }) => differs?.in !== 'words');
    const [own, theirs] = await Promise.all([
      inParts(rows, async (some) => pageTexts(await embedded(source(some)))),
      inParts(rows, async (some) => pageTexts(await pdflatex(source(some))))
    ]);
    const different = rows.flatMap((row, index) => {
      const [one, other] = [shown(row, own[index] ?? ''), shown(row, theirs[index] ?? '')];
      return one === other ? [] : [`${row.example}: ${one} instead of ${other}`];
    });
    expect(different).toEqual([]);
  });

  it.skipIf(!hasPdflatex)(`has every line within 1 mm of where it is ${COMPARED}`, async () => {
    const rows = together.filter(({ differs, isFormula }) => differs === undefined && isFormula !== true);
    const [own, theirs] = await Promise.all([
      inParts(rows, async (some) => pageWords(await embedded(source(some)))),
      inParts(rows, async (some) => pageWords(await pdflatex(source(some))))
    ]);
    const far = rows.flatMap((row, index) =>
      distant(own[index] ?? [], theirs[index] ?? []).map((text) => `${row.title}: ${text}`)
    );
    expect(far).toEqual([]);
  });

  it.skipIf(!hasPdflatex)(`has every letter of a formula within 3 mm of where it is ${COMPARED}`, async () => {
    const rows = together.filter(({ differs, isFormula }) => isFormula === true && differs?.because !== OTHER_PACKAGES);
    const [own, theirs] = await Promise.all([
      inParts(rows, async (some) => pageWords(await embedded(source(some)))),
      inParts(rows, async (some) => pageWords(await pdflatex(source(some))))
    ]);
    expect(rows.length).toBeGreaterThan(150);
    const far = rows.flatMap((row, index) =>
      farLetters(own[index] ?? [], theirs[index] ?? [], !/\\\[|\\begin\{/u.test(row.example)).map(
        (text) => `${row.example}: ${text}`
      )
    );
    expect(far).toEqual([]);
  });
});
