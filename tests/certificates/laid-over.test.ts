// cspell:ignore usepackage graphicx newpage fancyhdr fancyfoot hyperref textcolor xcolor newcommand colorbox fancyhf pagestyle noheadfoot
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { pdfText } from './outside-validators.ts';
import { facts } from './temperature-transmitter.ts';
import { BY_TEX, installedTex } from './tex/installed-tex.ts';

const { context } = facts;
const URL = context.verify_url;
const inDocument = (body: string) =>
  String.raw`\documentclass{article}\usepackage{graphicx,xcolor,hyperref,fancyhdr}\begin{document}${body}\end{document}`;
const SIGNATURE = String.raw`\includegraphics[width=5cm]{\VAR{pictures.signature}}`;
const TWO_PAGES = String.raw`\VAR{certificate.number}\newpage end`;

const external: CertificateFacts = {
  ...facts,
  context: { ...context, calibration: { ...context.calibration, kind: 'external' } }
};

describe.each([['by the embedded engine', 'embedded'] as const, ...(installedTex ? [[BY_TEX, 'tex'] as const] : [])])(
  'a template, set %s,',
  (_, engine) => {
    const pagesOf = async (body: string, own = facts): Promise<readonly string[]> => {
      const source = body === BUILT_IN_TEMPLATE ? body : inDocument(body);
      const { pdf, pageCount } = await renderTemplate(own, { source, language: null, engine }, { tex: installedTex });
      return (await pdfText(pdf)).split('\f').slice(0, pageCount);
    };
    const times = (page: string, words: string) => page.split(words).length - 1;

    it.each([
      ['names no address for verification', '', 0],
      ['prints it', String.raw`\VAR{certificate.verify_url}`, 1],
      ['prints it in white', String.raw`\textcolor{white}{\VAR{certificate.verify_url}}`, 1],
      ['prints it beside the paper', String.raw`\noindent\hspace*{480pt}\mbox{\VAR{certificate.verify_url}}`, 1],
      ['prints its QR code', String.raw`\includegraphics[width=2cm]{\VAR{pictures.qr}}`, 0]
    ])('that %s has it laid over the foot of every page', async (_case, body, printed) => {
      const pages = await pagesOf(`${body} ${TWO_PAGES}`);
      expect(pages.map((page) => times(page, `Verify ${URL}`))).toEqual([1, 1]);
      expect(times(pages.join('').replaceAll(/\s/gu, ''), URL)).toBeLessThanOrEqual(2 + printed);
    });

    it('that covers the foot of its pages has it laid over that', async () => {
      const bar = String.raw`\fancyhf{}\pagestyle{fancy}\fancyfoot[C]{\vspace*{20pt}\rule{30cm}{3cm}}x`;
      const [page = ''] = await pagesOf(bar);
      expect(times(page, `Verify ${URL}`)).toBe(1);
    });

    it.each([
      ['', ''],
      [', and prints its title,', String.raw`\VAR{certificate.title} `],
      [', and says that it is none,', 'This is not a Record of an external calibration. ']
    ])('that calls another laboratory’s results its own%s is told apart on every page', async (_case, more) => {
      const pages = await pagesOf(`Calibration certificate ${more}${TWO_PAGES}`, external);
      const told = pages.map((page) => times(page, 'Record of an external calibration'));
      expect(told).toEqual([more === '' ? 1 : 2, 1]);
    });

    /** A link and the signature at the top of the page, and the same at its foot. */
    const atEdges = (margin: string) => String.raw`\documentclass{article}
      \usepackage[top=${margin},bottom=${margin},noheadfoot]{geometry}\usepackage{graphicx,hyperref}
      \pagestyle{empty}\begin{document}\noindent
      \href{https://top.example}{top}

      \includegraphics[width=5cm]{\VAR{pictures.signature}}
      \vfill \href{https://foot.example}{foot}\end{document}`;
    const atFoot = (margin: string) =>
      atEdges(margin)
        .replace(/\n *\\includegraphics.*\n/u, '')
        .replace('\\end{d', `\\par${SIGNATURE}\\end{d`);

    it.each([
      ['within the page', '4cm', atEdges, 2, true],
      ['at the top, where it says what the record is', '4mm', atEdges, 0, false],
      ['at the foot, where the address is', '4mm', atFoot, 1, false]
    ] as const)(
      'shows a link and the signature %s, only where nothing is laid over them',
      async (_case, margin, of, links, isShown) => {
        const { pdf, signature } = await renderTemplate(
          external,
          { source: of(margin), language: null, engine },
          { tex: installedTex }
        );
        const [page] = (await PDFDocument.load(pdf)).getPages();
        const annotations = page?.node.Annots()?.asArray() ?? [];
        expect(annotations).toHaveLength(links);
        expect(signature !== null).toBe(isShown);
      }
    );

    it('on narrow paper, has no link over an address of several lines', async () => {
      const source = String.raw`\documentclass[a5paper]{article}
        \usepackage[margin=5mm,bottom=10mm,noheadfoot]{geometry}\usepackage{hyperref}
        \pagestyle{empty}\begin{document}x \vfill \href{https://foot.example}{foot}\end{document}`;
      const long = { ...facts, context: { ...context, verify_url: `${URL}${'/and-more'.repeat(12)}` } };
      const { pdf } = await renderTemplate(long, { source, language: null, engine }, { tex: installedTex });
      const [page] = (await PDFDocument.load(pdf)).getPages();
      expect(page?.node.Annots()?.asArray() ?? []).toEqual([]);
      const beside = source.replace('10mm', '4cm');
      const other = await renderTemplate(long, { source: beside, language: null, engine }, { tex: installedTex });
      expect((await PDFDocument.load(other.pdf)).getPages()[0]?.node.Annots()?.size()).toBe(1);
    });

    it('the built-in one, has nothing laid over it', async () => {
      const [page = ''] = await pagesOf(BUILT_IN_TEMPLATE, external);
      expect(times(page, URL)).toBe(1);
      expect(times(page, 'Record of an external calibration')).toBe(1);
    });
  }
);
