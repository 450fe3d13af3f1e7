// cspell:ignore usepackage graphicx
import { expect, test } from 'vitest';
import { pdfText } from '../../../../tests/certificates/outside-validators.ts';
import { facts } from '../../../../tests/certificates/temperature-transmitter.ts';
import { previewTemplatePdf } from './preview-template-pdf.ts';

const source = String.raw`\documentclass{article}\usepackage{graphicx}\begin{document}\includegraphics{\VAR{pictures.signature}}\end{document}`;

test.each([
  ['the calibration’s laboratory', facts, 'Northfield Calibration Laboratory'],
  ['the laboratory of the specimen', null, 'Example Laboratory']
])('a preview shows the signature of %s', async (_, own, name) => {
  const template = { source, language: null, engine: undefined };
  const { pdf } = await previewTemplatePdf({
    template,
    facts: own,
    specimenLanguage: 'en',
    timeZone: 'UTC',
    tex: null
  });
  expect(await pdfText(pdf)).toContain(name);
});
