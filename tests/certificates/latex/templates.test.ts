import { expect, it } from 'vitest';
import { SUBSET_PREAMBLE } from '#lib/server/certificates/latex/subset.ts';
import { embedded, latexFacts, pageTexts } from './pdf-words.ts';

const document = (body: string, preamble = '') =>
  `${SUBSET_PREAMBLE}\n${preamble}\n\\begin{document}\n${body}\n\\end{document}`;

it('a table of 400 rows has its head on every page, what continues at each foot, and every row once', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => `${i + 1} & ${i + 1}.25 & 0.0${i + 1} \\\\`).join('\n');
  const source = document(
    `\\begin{longtable}{lrr}\n\\toprule Point & Indication & $U$ \\\\ \\midrule \\endhead\n\\midrule \\multicolumn{3}{r}{continued} \\\\ \\endfoot\n\\bottomrule \\endlastfoot\n${rows}\n\\end{longtable}`
  );
  const pages = await pageTexts(await embedded(source));
  expect(pages.length).toBeGreaterThan(6);
  for (const page of pages) expect(page.match(/Point +Indication/gu)).toHaveLength(1);
  expect(pages.map((page) => page.includes('continued'))).toEqual(pages.map((_, index) => index < pages.length - 1));
  const all = pages.join('\n');
  for (let i = 1; i <= 400; i += 1)
    expect(all.match(new RegExp(`^ *${i} +${i}\\.25 +0\\.0${i}$`, 'gmu'))).toHaveLength(1);
});

it('a German certificate has German numbers, quotes and umlauts, its header and its signature line inside of the margins', async () => {
  const preamble =
    '\\usepackage[ngerman]{babel}\\pagestyle{fancy}\\fancyhf{}\\fancyhead[L]{\\includegraphics[height=10mm]{qr}}\\fancyhead[R]{Prüflabor Köln\\\\Straße 5}\\fancyfoot[R]{Seite \\thepage{} von \\pageref{LastPage}}';
  const source = document(
    '\\section*{Ergebnis}"`Größe"\' \\num{0.25}, "Uberpr"ufung: \\qty{20.5}{\\celsius}, $U_\\mathrm{rel} \\le 0{,}1$, \\qtyrange{1}{2}{\\volt}. Insgesamt \\pageref{LastPage} Seite.\\vfill\\noindent\\begin{minipage}[b]{0.45\\textwidth}\\rule{\\textwidth}{0.4pt}\\\\Leiter\\end{minipage}\\hfill\\begin{minipage}[b]{0.45\\textwidth}\\rule{\\textwidth}{0.4pt}\\\\Bearbeiter\\end{minipage}',
    preamble
  );
  const [text = ''] = await pageTexts(await embedded(source, { ...latexFacts, language: 'de' }));
  for (const word of [
    '„Größe“ 0,25',
    'Überprüfung',
    '20,5',
    '1 V bis 2 V',
    'Insgesamt 1 Seite',
    'Prüflabor Köln',
    'Seite 1 von 1',
    'Bearbeiter'
  ]) {
    expect(text.replace(/[\u00a0\u202f]/gu, ' ')).toContain(word);
  }
});

it('a French certificate has French numbers', async () => {
  const source = document('Résultats : « conforme » ! \\qty{1.5}{\\milli\\metre}', '\\usepackage[french]{babel}');
  const [text = ''] = await pageTexts(await embedded(source, { ...latexFacts, language: 'fr' }));
  expect(text.replace(/[\u00a0\u202f]/gu, ' ')).toContain('Résultats : « conforme » ! 1,5 mm');
});

it('a group, an own command and a length end where LaTeX ends them', async () => {
  const source = document(
    '{\\newcommand{\\x}{inner}\\x}\\newcommand{\\x}{outer}\\x{\\sisetup{output-decimal-marker={,}}\\num{1.5}}\\num{2.5}'
  );
  const [text = ''] = await pageTexts(await embedded(source));
  expect(text).toContain('innerouter1,52.5');
});
