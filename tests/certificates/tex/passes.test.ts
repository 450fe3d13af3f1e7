// cspell:ignore filecontents begingroup endgroup endobj listoftables pdfprimitive
import { describe, expect, it, vi } from 'vitest';
import { setTex } from '#lib/server/certificates/tex/set-tex.ts';
import { inDocument } from '../latex/hostile-sources.ts';
import { latexFacts, pageTexts } from '../latex/pdf-words.ts';
import { BY_TEX, installedTex, requireTex } from './installed-tex.ts';

vi.setConfig({ testTimeout: 60_000 });

const WRITE =
  '\\newwrite\\f\\def\\w#1{\\immediate\\openout\\f=#1\\relax\\immediate\\write\\f{x}\\immediate\\closeout\\f}';
/** A PDF of one page, line by line. */
const OWN_PDF = [
  '\\begingroup\\catcode37=12 \\immediate\\write\\f{%PDF-1.4}\\endgroup',
  ...[
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>> endobj',
    'trailer <</Root 1 0 R>>'
  ].map((line) => `\\immediate\\write\\f{${line}}`)
].join('');

describe.skipIf(!installedTex).each([
  ['where bubblewrap works', true],
  ['without bubblewrap', false]
])(`a document set ${BY_TEX} in two passes %s`, (_, inBubblewrap) => {
  const tex = () => ({ ...requireTex(), ...(!inBubblewrap && { bubblewrap: null }) });
  const textOf = async (source: string) => (await pageTexts((await setTex(source, latexFacts, tex())).pdf)).join('\n');
  const faultOf = (source: string) => textOf(source).catch((thrown: unknown) => String(thrown));

  it('has contents, references, numbers of pages and links to places', async () => {
    const part = '\\begin{filecontents}{part.tex}\n\\section{Second part}\\label{second}\n\\end{filecontents}\n';
    const text = await textOf(
      part +
        inDocument(
          '\\tableofcontents\\listoftables\\section{First part}See \\ref{second} on \\pageref{second} of \\pageref{LastPage}.' +
            '\\begin{table}[h]\\caption{Values}\\end{table}\\include{part}\\texttt{\\jobname}',
          '\\usepackage{lastpage}\\usepackage{hyperref}'
        )
    );
    expect(text).toMatch(/Contents\s+1 First part[\s.]+1\s+2 Second part[\s.]+2\s+List of Tables\s+1\s+Values/u);
    expect(text).toMatch(/See 2 on 2 of 3\./u);
    expect(text).toContain('plumbline');
  });

  it('finds nothing else of the first pass, and what the server gives as it was', async () => {
    const names = ['left.tex', 'left.cnf', 'certificate.tex', 'plumbline.tex', 'kept.aux'];
    const body = names.map((name) => `\\IfFileExists{${name}}{(${name})}{}`).join('');
    const text = await textOf(inDocument(`${body}\n${WRITE}${names.map((name) => `\\w{${name}}`).join('')}`));
    expect(text).toContain('(certificate.tex)(plumbline.tex)(kept.aux)');
    expect(text).not.toContain('left');
  });

  it('that cannot be made says why in the words of TeX', async () => {
    const encoded = inDocument('\\pdfmapline{=cmr9 CMR9 <[none.enc <cmr9.pfb}\\font\\x=cmr9 \\x a');
    expect(await faultOf(encoded)).toContain('cannot open encoding file');
    expect(await faultOf(inDocument(`${WRITE}\\w{own.tfm}\\font\\x=own \\x a`))).toContain('file not found');
  });

  it.each(['plumbline.pdf', '\\jobname.pdf', '\\pdfprimitive\\jobname.pdf', '.plumbline.pdf', './.plumbline.pdf'])(
    'is not a file that it wrote itself: %s',
    async (name) => {
      const fault = await faultOf(
        inDocument(`\\newwrite\\f\\immediate\\openout\\f=${name}\\relax ${OWN_PDF}\\immediate\\closeout\\f`)
      );
      expect(fault).toMatch(/made no page|can't write on file/u);
    }
  );
});
