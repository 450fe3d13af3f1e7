import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { LatexError } from '#lib/server/certificates/latex/faults.ts';
import { renderCertificate } from '#lib/server/certificates/render-certificate.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { TemplateError } from '#lib/server/certificates/templates/template-error.ts';
import { findTex } from '#lib/server/certificates/tex/find-tex.ts';
import { setTex } from '#lib/server/certificates/tex/set-tex.ts';
import { CASES } from '../built-in/cases.ts';
import { differences } from '../built-in/words.ts';
import { inDocument, many } from '../latex/hostile-sources.ts';
import { latexFacts, pageTexts } from '../latex/pdf-words.ts';
import { smallTemplate } from '../../support/certificate-template.ts';
import { dotsOf, mostInkDown, sheetOf, type Sheet } from '../../support/paper.ts';
import { pdfPrograms, pdfText, qpdfCheck } from '../outside-validators.ts';
import { facts } from '../temperature-transmitter.ts';
import { BY_TEX, installedTex, requireTex } from './installed-tex.ts';

// Each test runs TeX twice.
vi.setConfig({ testTimeout: 60_000 });

/** Words, and every character: TeX's thin spaces and indices are not divided as those of the embedded engine. */
async function tokensOf(pdf: Uint8Array): Promise<readonly string[]> {
  const text = (await pdfText(pdf, 'raw')).normalize('NFKC');
  return [...text.matchAll(/(?<!\p{L})\p{L}{4,}/gu), ...text.matchAll(/\S/gu)].map(([token]) => token);
}

function addressOf(link: unknown): string | null {
  const action = link instanceof PDFDict ? link.lookup(PDFName.of('A')) : null;
  const address = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : null;
  return address instanceof PDFString || address instanceof PDFHexString ? address.decodeText() : null;
}

/** As wide as the paper, and drawn over everything on the page. */
const WHITE_LINK = [
  '\\setbox0\\hbox{\\textcolor{white}{\\rule{700pt}{300pt}}}\\immediate\\pdfxform0',
  '\\edef\\x{\\noexpand\\pdfannot width 600pt height 400pt depth 10pt {/Subtype /Link /F 4',
  '/AP << /N \\the\\pdflastxform\\space 0 R >> /A << /S /URI /URI (https://example.org) >>}}',
  '\\noindent\\hskip-140pt\\x'
].join(' ');

const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((thrown: unknown) => thrown);
/** Only TeX knows \rotatebox. */
const TURNED = inDocument('\\rotatebox{90}{turned}', '\\usepackage{graphicx}');

describe.skipIf(!installedTex)(`the built-in certificate as a template, set ${BY_TEX}`, () => {
  it.each([
    'normal',
    'with a logo, contact and the marks of a customer',
    'French, without a curve',
    'Spanish, an external record with points',
    'German, an external record by its uncertainty',
    'without a tolerance, in another unit'
  ])('has the words of the built-in one: %s', async (name) => {
    const own = CASES[name];
    if (!own) throw new Error(`no case ${name}`);
    const template = { source: BUILT_IN_TEMPLATE, language: null, engine: 'tex' } as const;
    const [builtIn, made] = [await renderCertificate(own), await renderTemplate(own, template, { tex: requireTex() })];
    expect(made.pageCount).toBe(builtIn.pageCount);
    expect(differences(await tokensOf(builtIn.pdf), await tokensOf(made.pdf))).toEqual([]);
    expect(made.signature?.pageIndex).toBe(builtIn.signature?.pageIndex);
    for (const side of [0, 1, 2, 3] as const) {
      const [wanted = NaN, found = NaN] = [builtIn.signature?.rect[side], made.signature?.rect[side]];
      expect(Math.abs(wanted - found)).toBeLessThan(40);
    }
  });

  it('is signed, with the look of the signature at its place, and sound', async () => {
    const key = { ...(await makeSigningKey('Northfield', new Date('2026-01-01T00:00:00Z'))), signerName: 'Northfield' };
    const template = { source: BUILT_IN_TEMPLATE, language: null, engine: 'tex' } as const;
    const { pdf, pageCount } = await issueCertificatePdf(facts, key, { template, tex: requireTex() });
    expect(pageCount).toBe(2);
    const { output } = await pdfPrograms('pdfsig', pdf);
    expect(output).toContain('Signature is Valid');
    expect(output).toContain('Total document signed');
    expect((await qpdfCheck(pdf)).code).toBe(0);
    expect((await pageTexts(pdf))[1]).toContain('signed electronically');
    const { output: info } = await pdfPrograms('pdfinfo', pdf);
    expect(info).toMatch(/Title: +Calibration certificate NCL-2026-0318/u);
    expect(info).toMatch(/Producer: +pdfTeX/u);
  });
});

describe.skipIf(!installedTex)(`a document set ${BY_TEX}`, () => {
  const tex = { tex: installedTex };

  it('is chosen where the subset of the embedded engine does not suffice, and only there', async () => {
    expect((await renderTemplate(facts, { source: TURNED, language: null }, tex)).engine).toBe('tex');
    const plain = inDocument('plain');
    expect((await renderTemplate(facts, { source: plain, language: null }, tex)).engine).toBe('embedded');
    const thrown = await thrownBy(renderTemplate(facts, { source: TURNED, language: null, engine: 'embedded' }, tex));
    expect(String(thrown)).toContain('rotatebox');
  });

  it('has the signs of values also with the letters that LaTeX has without any package', async () => {
    const { pdf } = await setTex(inDocument('20.5 °C ± 0.5 µm −3 √2 ≤ 250 Ω'), latexFacts, requireTex());
    const [text = ''] = await pageTexts(pdf);
    for (const sign of ['°', '±', '−', '√', '≤']) expect(text).toContain(sign);
    expect(text.normalize('NFKC')).toMatch(/μm[\s\S]*Ω/u);
  });

  it('is the same file for the same source', async () => {
    const [first, second] = [
      await setTex(TURNED, latexFacts, requireTex()),
      await setTex(TURNED, latexFacts, requireTex())
    ];
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
  });

  it.each([
    [inDocument('a\n\n\\nowhere'), 5, '\\nowhere'],
    [inDocument('a\n$x'), 5, 'Missing $'],
    [inDocument('a', '\n\\usepackage{nosuchpackage}'), 3, 'nosuchpackage.sty'],
    [inDocument('a\n\n日本'), 5, 'U+65E5'],
    [inDocument('a\n\\includegraphics{other}', '\\usepackage{graphicx}'), 4, 'other']
  ])('says at which line it is wrong, and how: %#', async (source, line, words) => {
    const thrown = await thrownBy(setTex(source, latexFacts, requireTex()));
    expect(thrown).toBeInstanceOf(LatexError);
    const [fault] = thrown instanceof LatexError ? thrown.faults : [];
    expect(fault?.line).toBe(line);
    expect(fault?.message).toContain(words);
  });

  it('says on every page that it is a preview or void, however the source is written', async () => {
    const source = inDocument('\\pagestyle{empty}one\\newpage two\\newpage three');
    const voided = { ...facts, voided: { at: '2026-12-01T09:00:00Z', reason: null } };
    const template = { source, language: null, engine: 'tex' } as const;
    const { pdf } = await renderTemplate(voided, template, { ...tex, isPreview: true });
    const pages = await pageTexts(pdf);
    expect(pages).toHaveLength(3);
    for (const page of pages) expect(page).toMatch(/PREVIEW[\s\S]*Voided on/u);
  });

  it.each([
    ['nothing', ''],
    ['a page of which less is shown', '\\pdfpageattr{/CropBox [0 0 612 700] /Rotate 180 /UserUnit 9}'],
    ['a link that looks like white paper', WHITE_LINK]
  ])('shows the whole stamp, in its size, over %s', async (name, body) => {
    const voided = { ...facts, voided: { at: '2026-12-01T09:00:00Z', reason: null } };
    const source = inDocument(`one ${body}`, '\\usepackage{xcolor}');
    const { pdf } = await renderTemplate(voided, { source, language: null, engine: 'tex' }, tex);
    const sheet = await sheetOf(pdf, `stamp-over-${name.replaceAll(' ', '-')}`);
    expect([sheet.width, sheet.height]).toEqual([1224, 1584]);
    // Its frame and its letters are red.
    expect(dotsOf([sheet], [176, 28, 23])).toBeGreaterThan(4000);
    expect((await pageTexts(pdf))[0]).toMatch(/Voided on[\s\S]*Verify https/u);
  });

  it.each([
    ['is moved', '\\pdfpageattr{/MediaBox [0 -900 612 -108]}x'],
    ['is moved by the node above it', '\\pdfpageattr{/MediaBox null}\\pdfpagesattr{/MediaBox [2000 2000 2612 2792]}x'],
    ['is very low', '\\pdfpageheight=8pt x\\newpage\\pdfpageheight=792pt y'],
    ['is very narrow', '\\pdfpagewidth=40pt x\\newpage\\pdfpagewidth=612pt y'],
    ['is huge', 'x\\newpage\\pdfpagewidth=16000pt\\pdfpageheight=16000pt y']
  ])('has no page whose paper %s, where nobody could read what is laid over it', async (_, body) => {
    const thrown = await thrownBy(setTex(inDocument(body), latexFacts, requireTex()));
    expect(String(thrown)).toContain('10 cm to 59 cm wide and high');
  });

  it.each([
    ['a state of the page that is taken back and made small', '\\pdfliteral direct{Q Q Q 0.001 0 0 0.001 0 0 cm}'],
    [
      'the same within a form',
      '\\setbox0\\hbox{\\pdfliteral direct{Q Q Q 0 0 1 1 re W n}}\\immediate\\pdfxform0 \\pdfrefxform\\pdflastxform'
    ],
    ['operators that have not what they take', '\\pdfliteral page{0 0 1 1 re W re re re n}'],
    ['text that clips', '\\pdfliteral direct{7 Tr}x'],
    [
      'drawings that come to a milliard operations',
      '\\setbox0\\hbox{\\pdfliteral page{0 0 1 1 re f}}' +
        many('\\immediate\\pdfxform0 \\setbox0\\hbox{' + many('\\pdfrefxform\\pdflastxform', 10) + '}', 9) +
        '\\box0'
    ],
    ['a text that does not end', '\\pdfliteral direct{ET BT 7 Tr}\\pdfliteral page{BT}'],
    ['a page that says that it is something else', 'x\\pdfpageattr{/Type /X}\\newpage\\pdfpageattr{}y']
  ])('is refused with %s, which viewers show in different ways', async (_, body) => {
    const thrown = await thrownBy(setTex(inDocument(`one ${body}`), latexFacts, requireTex()));
    expect(String(thrown)).toContain('not a sound PDF');
  });

  it('has what is laid over at the edges of every page, also of pages in different sizes', async () => {
    const source = inDocument('\\pdfpageheight=400pt one\\newpage\\pdfpagewidth=792pt\\pdfpageheight=612pt two');
    const { pdf } = await renderTemplate(facts, { source, language: null, engine: 'tex' }, { ...tex, isPreview: true });
    for (const [number, height] of [
      [1, 800],
      [2, 1219]
    ] as const) {
      const sheet = await sheetOf(pdf, `edges-of-${number}`, number);
      expect(Math.abs(sheet.height - height)).toBeLessThan(8);
      const band = (from: number): Sheet => ({ ...sheet, height: 80, at: (x, y) => sheet.at(x, y + from) });
      expect(dotsOf([band(0)], [176, 28, 23])).toBeGreaterThan(1000);
      expect(mostInkDown(band(sheet.height - 80))).toBeGreaterThan(5);
    }
  });

  it('has 200 pages at most', async () => {
    const thrown = await thrownBy(setTex(inDocument(many('a\\newpage ', 201)), latexFacts, requireTex()));
    expect(String(thrown)).toContain('more than 200 pages');
  });

  it('has no script and no action but links', async () => {
    const actions = [
      '\\pdfcatalog{/OpenAction << /S /JavaScript /JS (app.alert(1)) >>}',
      '\\pdfannot width 10pt height 10pt {/Subtype /Link /A << /S /Launch /F (x) >>}',
      '\\pdfnames{/JavaScript << /Names [(a) << /S /JavaScript /JS (x) >>] >>}',
      '\\href{https://example.org/}{kept}'
    ];
    const { pdf } = await setTex(inDocument(actions.join('\n'), '\\usepackage{hyperref}'), latexFacts, requireTex());
    const { output } = await pdfPrograms('pdfinfo', pdf);
    expect(output).toMatch(/JavaScript: +no/u);
    const text = Buffer.from(pdf).toString('latin1');
    expect(/\/OpenAction|\/Launch|\/JavaScript/u.exec(text)).toBeNull();
    expect(text.includes('https://example.org/')).toBe(true);
  });

  it('leads where a word leads, though that word may be broken where it is printed', async () => {
    const serial = 'SN0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const named = { ...facts, context: { ...facts.context, asset: { ...facts.context.asset, serial_number: serial } } };
    const source = smallTemplate()
      .replace(
        '\\begin{document}',
        '\\usepackage{hyperref}\\newcommand{\\own}[1]{\\href{https://example.org/#1}{#1}}\n\\begin{document}'
      )
      .replace('U =', '\\own{\\VAR{asset.serial_number}} U =');
    for (const engine of ['tex', 'embedded'] as const) {
      const made = await renderTemplate(named, { source, language: null, engine }, { tex: requireTex() });
      const [page] = (await PDFDocument.load(made.pdf)).getPages();
      const links = page?.node.Annots()?.asArray() ?? [];
      const addresses = links.map((link) => addressOf(page?.doc.context.lookup(link)));
      expect(addresses).toContain(`https://example.org/${serial}`);
    }
  });
});

describe('without TeX', () => {
  it('a template that needs it says so, and one outside of the subset names the command', async () => {
    const needs = await thrownBy(renderTemplate(facts, { source: TURNED, language: null, engine: 'tex' }));
    expect(needs).toBeInstanceOf(TemplateError);
    expect(String(needs)).toContain('needs TeX');
    expect(String(await thrownBy(renderTemplate(facts, { source: TURNED, language: null })))).toContain('\\rotatebox');
  });

  it('`auto` finds none, and a name that is not installed is an error that names it', () => {
    expect(findTex('auto', '/nowhere')).toBeNull();
    expect(() => findTex('xelatex', '/nowhere')).toThrow('xelatex');
  });

  it('tectonic, of whose files there is no trace, is not used without bubblewrap', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-programs-'));
    for (const name of ['tectonic', 'timeout', 'prlimit', 'setpriv']) {
      await writeFile(join(folder, name), '#!/bin/sh\necho tectonic 0\n', { mode: 0o700 });
    }
    expect(findTex('auto', folder)).toBeNull();
    expect(() => findTex('tectonic', folder)).toThrow('bubblewrap');
    await rm(folder, { recursive: true });
  });
});
