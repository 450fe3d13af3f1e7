/** The documentation of the embedded engine's commands, from the table of examples that is also its test. */
import { PACKAGES } from '#lib/server/certificates/latex/preamble.ts';
import type { SubsetRow } from '#lib/server/certificates/latex/subset.ts';

/** In a table of Markdown: one line, where ⏎ ends lines of the source, in as many backticks as it takes. */
const code = (text: string): string => {
  const line = text.replace(/\s*\n\s*/gu, ' ⏎ ').replaceAll('|', '\\|');
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
};
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>#|$]/gu, '\\$&');

/** Signs are many and alike: each kind is one row of the page. */
const SIGNS = new Set(['A sign', 'A sign of a formula', 'A function']);

export function commandsPage(rows: readonly SubsetRow[]): string {
  const own = rows.filter(({ title }) => !SIGNS.has(title));
  const listOf = (title: string) =>
    rows
      .filter((row) => row.title === title)
      .map(({ example, words }) => `${code(example)} ${plain(words.join(' '))}`.trim())
      .join(', ');
  return [
    '# Commands of the embedded LaTeX engine',
    '',
    'Written by `tests/certificates/latex/commands-page.test.ts` from `subset.ts`; update it with `npx vitest run --project unit tests/certificates/latex/commands-page.test.ts -u`.',
    'Each example is set by the engine in the tests, and compared with pdflatex by words and places. What is not here is a fault that names',
    'the command and its line. In the examples, ⏎ stands for the end of a line.',
    '',
    `Packages: ${PACKAGES.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '| for | example | prints |',
    '| --- | --- | --- |',
    ...own.map(
      ({ title, example, words, preamble }) =>
        `| ${plain(title)} | ${code(preamble === undefined ? example : `${preamble} … ${example}`)} | ${words.map(plain).join(' · ')} |`
    ),
    '',
    '## Signs in text',
    '',
    listOf('A sign'),
    '',
    '## Signs in formulas',
    '',
    listOf('A sign of a formula'),
    '',
    '## Functions',
    '',
    listOf('A function'),
    ''
  ].join('\n');
}
