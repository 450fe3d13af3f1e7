// cspell:ignore usepackage graphicx newpage fancyhdr fancyfoot hyperref textcolor xcolor newcommand colorbox
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
const TINY = String.raw`\noindent\tiny \VAR{certificate.verify_url}`;
const CODE = String.raw`\includegraphics[width=2cm]{\VAR{pictures.qr}}`;
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
      ['names no address for verification', TWO_PAGES],
      ['has it in a comment', `${TWO_PAGES} % \\VAR{certificate.verify_url}\n`],
      [
        'has it where its condition is not met',
        String.raw`${TWO_PAGES}\BLOCK{if false}\VAR{certificate.verify_url}\BLOCK{endif}`
      ]
    ])('that %s has it laid over the foot of every page', async (_case, body) => {
      const pages = await pagesOf(body);
      expect(pages.map((page) => times(page, `Verify ${URL}`))).toEqual([1, 1]);
    });

    it.runIf(engine === 'embedded').each([
      ['in white', String.raw`\textcolor{white}{\VAR{certificate.verify_url}}`],
      ['in a definition alone', String.raw`\newcommand{\own}{\VAR{certificate.verify_url}}x`],
      ['as a target alone', String.raw`\href{\VAR{certificate.verify_url}}{x}`],
      ['in a foot that is not printed', String.raw`\fancyfoot[C]{\VAR{certificate.verify_url}}x`],
      ['as a code that nobody can read', String.raw`\includegraphics[width=1pt]{\VAR{pictures.qr}}`],
      ['on black', String.raw`\colorbox{black}{\VAR{certificate.verify_url}}`],
      ['under a bar', String.raw`${TINY}\par\vspace{-30pt}\noindent\rule{20cm}{3cm}`],
      ['as a code under a bar', String.raw`${CODE}\par\vspace{-70pt}\noindent\rule{20cm}{4cm}`],
      ['as a code under another one', String.raw`${CODE}\par\vspace{-50pt}\noindent ${CODE}`]
    ])('that has it %s has it laid over its foot', async (_case, body) => {
      const [page = ''] = await pagesOf(body);
      expect(times(page, `Verify ${URL}`)).toBe(1);
    });

    it.each([
      ['as text', String.raw`\VAR{certificate.verify_url}`, 1],
      ['in its foot', String.raw`\VAR{printed.foot}`, 1],
      ['as a QR code', CODE, 0],
      ['on a light ground, underlined', String.raw`\colorbox{yellow!20}{\underline{\VAR{certificate.verify_url}}}`, 1]
    ])('that prints it %s has it once, if it can be known', async (_case, body, printed) => {
      const [page = ''] = await pagesOf(body);
      // Where TeX has set the pages, nobody knows what can be read on them.
      const laid = engine === 'tex' ? 1 : 0;
      expect(times(page, 'Verify')).toBe(laid);
      expect(times(page.replaceAll(/\s/gu, ''), URL)).toBe(printed + laid);
    });

    it.each([
      ['', ''],
      [', and has its title in a comment,', '%\\VAR{certificate.title}\n'],
      [
        ', and has its title where a condition is not met,',
        String.raw`\BLOCK{if false}\VAR{certificate.title}\VAR{certificate.is_external}\BLOCK{endif}`
      ]
    ])('that calls another laboratory’s results its own%s is told apart on every page', async (_case, more) => {
      const pages = await pagesOf(`Calibration certificate ${more}${TWO_PAGES}`, external);
      expect(pages.map((page) => times(page, 'Record of an external calibration'))).toEqual([1, 1]);
    });

    it.runIf(engine === 'embedded')('that prints its title is not told apart once more', async () => {
      const pages = await pagesOf(String.raw`\VAR{certificate.title} ${TWO_PAGES}`, external);
      expect(pages.map((page) => times(page, 'Record of an external calibration'))).toEqual([1, 0]);
    });

    it('the built-in one, has nothing laid over it', async () => {
      const [page = ''] = await pagesOf(BUILT_IN_TEMPLATE, external);
      expect(times(page, URL)).toBe(1);
      expect(times(page, 'Record of an external calibration')).toBe(1);
    });
  }
);
