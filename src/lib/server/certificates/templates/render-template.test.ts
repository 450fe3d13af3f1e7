import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { pdfText } from '../../../../../tests/certificates/outside-validators.ts';
import { pageWords } from '../../../../../tests/certificates/latex/pdf-words.ts';
import { facts } from '../../../../../tests/certificates/temperature-transmitter.ts';
import { renderTemplate } from './render-template.ts';
import { TemplateError } from './template-error.ts';

// Each test sets documents and reads them with another program.
vi.setConfig({ testTimeout: 60_000 });

const document = (...lines: string[]) =>
  [String.raw`\documentclass{article}`, String.raw`\begin{document}`, ...lines, String.raw`\end{document}`].join('\n');
const named = (name: string) => ({ ...facts, context: { ...facts.context, asset: { ...facts.context.asset, name } } });
const words = async (name: string) => {
  const { pdf } = await renderTemplate(named(name), {
    source: document(String.raw`«\VAR{asset.name}»`),
    language: null
  });
  const text = (await pdfText(pdf, 'raw')).replace(/\s+/gu, ' ');
  return /«(.*)»/u.exec(text)?.[1];
};
const collapsed = (name: string) => name.replace(/\s+/gu, ' ').trim();

describe('a value in a template', () => {
  it.each([
    String.raw`\input{/etc/passwd} \write18{id} $x^2$ %comment & # _ { } ~ ^^5c`,
    String.raw`\end{document}\begin{itemize}`,
    String.raw`\VAR{organization.name} \BLOCK{for a in runs} \#{ x }`,
    `-- --- "quoted" 'single' \`\`back'' !\` ?\` << >> ,, |bar|`,
    'Prüfmittel Größe ≤ 5 µm, façade, año, Ω'
  ])('is printed as it is: %s', async (name) => expect(await words(name)).toBe(collapsed(name)));

  it('is printed as it is, whatever its characters', async () => {
    const unit = fc.constantFrom(...'\\{}#$%&_^~"\'`<>|-,!?[]()*@=+/:;. aZ09éßÄñ');
    const names = fc.array(fc.string({ unit, minLength: 1, maxLength: 30 }), { minLength: 15, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(names, async (all) => {
        const source = document(
          ...all.flatMap((_, i) => [
            String.raw`A${i}«\VAR{asset.manufacturer | split: "\n" | slice: ${i}, 1 | first}»`,
            ''
          ])
        );
        const own = { ...facts.context.asset, manufacturer: all.map((name) => name.replace(/\n/gu, ' ')).join('\n') };
        const { pdf } = await renderTemplate(
          { ...facts, context: { ...facts.context, asset: own } },
          { source, language: null }
        );
        const text = (await pdfText(pdf, 'raw')).replace(/\s+/gu, ' ');
        const found = all.map((_, i) =>
          new RegExp(`A${i}«(.*?)»(?: A${i + 1}«| \\d* ?Verify )`, 'u').exec(text)?.[1]?.trim()
        );
        expect(found).toEqual(all.map(collapsed));
      }),
      { numRuns: 6 }
    );
  });
});

describe('the chart in a template', () => {
  it('is as large as it is wanted, with its words', async () => {
    const at = async (width: string) => {
      const source = document(String.raw`\noindent\includegraphics[width=${width}]{chart}`).replace(
        String.raw`\begin{document}`,
        String.raw`\usepackage{graphicx}\begin{document}`
      );
      const { pdf } = await renderTemplate(facts, { source, language: null, engine: 'embedded' });
      const words = (await pageWords(pdf)).flat();
      const [first, last] = ['tolerance', 'indication,'].map((text) => words.find((word) => word.text === text));
      if (!first || !last) throw new Error('the chart has no words');
      return { height: last.middle - first.middle, word: first.right - first.left };
    };
    const [whole, half] = [await at('160mm'), await at('80mm')];
    expect(half.height / whole.height).toBeCloseTo(0.5, 2);
    expect(half.word / whole.word).toBeCloseTo(0.5, 2);
  });
});

describe('a template that is wrong', () => {
  it.each([
    [document('a', '', String.raw`\nowhere`), 5],
    [
      document(
        String.raw`\BLOCK{for run in runs}`,
        'x',
        String.raw`\BLOCK{endfor}`,
        '',
        String.raw`\openin5=/etc/passwd`
      ),
      7
    ],
    ['', 1],
    [String.raw`\documentclass{article}`, 1],
    [document('}'), 3],
    [document(String.raw`\newcommand{\a}{\a\a}\a`), 3]
  ])('says at which of its own lines: %#', async (source, line) => {
    const thrown: unknown = await renderTemplate(facts, { source, language: null }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TemplateError);
    expect(thrown instanceof TemplateError && thrown.faults[0]?.line).toBe(line);
  });
});
