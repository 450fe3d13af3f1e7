import { createPrivateKey, sign } from 'node:crypto';
import { jsPDF } from 'jspdf';
import type { PathStep } from '#lib/server/certificates/document/blocks.ts';
import { issueCertificatePdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import type { Drawing } from '#lib/server/certificates/layout/drawing.ts';
import { setDocument } from '#lib/server/certificates/layout/set-document.ts';
import { certificateDocument } from '#lib/server/certificates/render-certificate.ts';
import { setLatex } from '#lib/server/certificates/latex/set-latex.ts';
import { SUBSET_PREAMBLE } from '#lib/server/certificates/latex/subset.ts';
import { templateContext } from '#lib/server/certificates/templates/build-context.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { fillTemplate } from '#lib/server/certificates/templates/fill-template.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { findTex } from '#lib/server/certificates/tex/find-tex.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { facts } from '../certificates/temperature-transmitter.ts';
import { latexFacts } from '../certificates/latex/pdf-words.ts';
import { hasPdflatex, pdflatex } from '../certificates/latex/pdflatex.ts';
import { median, medianTime, type Figure } from './measure.ts';

type Mark = { readonly drawing: Drawing; readonly x: number; readonly y: number };

/** Certificates rendered and signed, against the same marks put on paper by bare jsPDF calls and one RSA signature. */
export async function benchCertificates(): Promise<Figure[]> {
  const key = { ...(await makeSigningKey('Northfield', new Date())), signerName: 'Northfield' };
  const privateKey = createPrivateKey(key.privateKeyPem);
  const pages = setDocument(certificateDocument(facts, 'comfortable')).pages.map((page) =>
    page.layers.flatMap(({ drawings, x, y }) => drawings.map((drawing): Mark => ({ drawing, x, y })))
  );
  const issue = () => issueCertificatePdf(facts, key);
  const bare = () => sign('sha256', Buffer.from(bareDocument(pages)), privateKey);
  // In turns, so that neither has the quieter machine.
  const issued: number[] = [];
  const yardstick: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    yardstick.push(await medianTime(bare, 8, round === 0 ? 5 : 1));
    issued.push(await medianTime(issue, 8, round === 0 ? 5 : 1));
  }
  const [own, plain] = [Math.min(...issued), Math.min(...yardstick)];
  return [
    { name: 'certificate of two pages, rendered and signed', value: 1000 / own, unit: 'per s' },
    {
      name: 'the same against bare jsPDF and one RSA signature',
      value: plain / own,
      unit: 'ratio',
      bar: { kind: 'at least', value: 0.8 }
    },
    ...(await benchLatex()),
    ...(await benchEngines())
  ];
}

/** Two pages of LaTeX by the embedded engine, beside pdflatex where that is installed. */
async function benchLatex(): Promise<Figure[]> {
  const rows = Array.from({ length: 60 }, (_, i) => `${i} & ${i}.25 & \\num{0.0${i}} & pass \\\\`).join('\n');
  const source = `${SUBSET_PREAMBLE}\n\\begin{document}\n\\section*{Results}\nThe results relate only to the item calibrated.\n\\[ U = k \\sqrt{u_1^2 + u_2^2} \\]\n\\begin{longtable}{lrrl}\n\\toprule A & B & C & D \\\\ \\midrule \\endhead\n${rows}\n\\end{longtable}\n\\end{document}`;
  const own = await medianTime(() => setLatex(source, latexFacts), 8, 5);
  const figures: Figure[] = [
    { name: 'certificate of two pages of LaTeX, set by the embedded engine', value: 1000 / own, unit: 'per s' }
  ];
  if (!hasPdflatex) return figures;
  const theirs = await medianTime(() => pdflatex(source), 3, 1);
  return [
    ...figures,
    {
      name: 'the same against pdflatex in the two runs that the number of pages needs',
      value: theirs / own,
      unit: 'ratio',
      bar: { kind: 'at least', value: 10 }
    }
  ];
}

/**
 * The built-in certificate as a template, by each engine, filled, set and read again. Filling is the same work for both: the engines
 * alone are compared by what is left of each time.
 */
async function benchEngines(): Promise<Figure[]> {
  const tex = findTex('auto');
  const source = BUILT_IN_TEMPLATE;
  const by = (engine: 'embedded' | 'tex') => renderTemplate(facts, { source, language: null, engine }, { tex });
  const fill = async () => fillTemplate(source, await templateContext(facts), facts.result?.points.length);
  // As a server that has been running sets it, and in turns.
  for (let warmUp = 0; warmUp < 60; warmUp += 1) await by('embedded');
  const embedded: number[] = [];
  const installed: number[] = [];
  const filled: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    if (tex) installed.push(await medianTime(() => by('tex'), 1, 0));
    embedded.push(await medianTime(() => by('embedded'), 9, 1));
    filled.push(await medianTime(fill, 9, 1));
  }
  const [own, theirs, both] = [median(embedded), median(installed), median(filled)];
  const figures: Figure[] = [
    { name: 'certificate by the built-in template, embedded engine', value: 1000 / own, unit: 'per s' },
    { name: 'filling the template, which is the same for each engine', value: both, unit: 'ms' }
  ];
  if (!tex) return figures;
  return [
    ...figures,
    { name: `certificate by the built-in template, ${tex.name} with its limits`, value: 1000 / theirs, unit: 'per s' },
    { name: `the embedded engine against ${tex.name}, with filling`, value: theirs / own, unit: 'ratio' },
    {
      name: `the embedded engine against ${tex.name}, on the same pages`,
      value: (theirs - both) / (own - both),
      unit: 'ratio',
      bar: { kind: 'at least', value: 10 }
    }
  ];
}

/** The marks at places that are known already: no words, no layout, no signature field. */
function bareDocument(pages: readonly (readonly Mark[])[]): ArrayBuffer {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true, putOnlyUsedFonts: true });
  const embedded = new Set<string>();
  for (const [index, marks] of pages.entries()) {
    if (index > 0) pdf.addPage();
    for (const { drawing, x, y } of marks) {
      if (drawing.kind === 'text') {
        const { face } = drawing;
        if (!embedded.has(face.name)) {
          pdf.addFileToVFS(`${face.name}.ttf`, face.file);
          pdf.addFont(`${face.name}.ttf`, face.name, 'normal');
          embedded.add(face.name);
        }
        pdf.setFont(face.name, 'normal').setFontSize(drawing.size);
        pdf.text(drawing.text, x + drawing.x, y + drawing.y);
      } else if (drawing.kind === 'path') {
        trace(pdf, drawing.path, x, y);
        if (drawing.fill) pdf.fill();
        else pdf.stroke();
      } else if (drawing.kind === 'circles') {
        for (const [cx, cy] of drawing.centers) pdf.circle(x + cx, y + cy, drawing.radius);
      }
    }
  }
  return pdf.output('arraybuffer');
}

function trace(pdf: jsPDF, path: readonly PathStep[], x: number, y: number): void {
  for (const step of path) {
    if (step[0] === 'M') pdf.moveTo(x + step[1], y + step[2]);
    else if (step[0] === 'L') pdf.lineTo(x + step[1], y + step[2]);
    else if (step[0] === 'Z') pdf.close();
  }
}
