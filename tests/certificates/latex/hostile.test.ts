import { describe, expect, it } from 'vitest';
import { LatexError, setLatex } from '#lib/server/certificates/latex/set-latex.ts';
import { threadMilliseconds } from '#lib/server/certificates/templates/thread-time.ts';
import { HOSTILE, inDocument, many } from './hostile-sources.ts';
import { latexFacts } from './pdf-words.ts';

describe('a source that', () => {
  it.each(Object.entries(HOSTILE))('%s is a fault', async (_, [source, command]) => {
    const thrown = await setLatex(source, latexFacts).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(LatexError);
    const { faults } = thrown as LatexError;
    if (command !== null) expect(faults.map((fault) => fault.command)).toContain(command);
    for (const { line } of faults) expect(line).toBeLessThanOrEqual(source.split('\n').length);
  });

  it('has a word of all the letters that it may have takes no longer for each of its lines', async () => {
    const taken = async (letters: number) => {
      const begun = threadMilliseconds();
      await setLatex(inDocument(many('a', letters)), latexFacts);
      return threadMilliseconds() - begun;
    };
    await taken(20_000);
    // Ten times as many took a hundred times as long.
    expect(await taken(200_000)).toBeLessThan(40 * (await taken(20_000)));
  });

  it('is as long as may be does not stop other work', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    const rows = many('12.5 & 0.25 & \\textbf{pass} \\\\\n', 6000);
    await setLatex(
      inDocument(`\\begin{longtable}{rrl}\n${rows}\\end{longtable}`, '\\usepackage{longtable}'),
      latexFacts
    );
    clearInterval(other);
    expect(turns).toBeGreaterThan(20);
  });
});
