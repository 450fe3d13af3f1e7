import { jsPDF } from 'jspdf';
import { expect, test } from 'vitest';
import { fallbackFace, textFace } from './faces.ts';
import type { FontFace } from './font-face.ts';
import { subsetFace } from './subset-face.ts';

type TheirFace = { characterToGlyph(code: number): number; subset: { encode(ids: number[], format: 1): number[] } };

const FACES = [false, true].flatMap((bold) =>
  [false, true].flatMap((italic) => [textFace({ bold, italic }), fallbackFace({ bold, italic })])
);

test.each(FACES)('a subset of $name is byte for byte that of jsPDF', (face) => {
  const theirs = faceOf(face);
  for (const text of ['', 'Kalibrierschein ÄÖÜ äöü ß é ñ ő ½ Å Ωμ°±×≤∞√', letters(0x20, 0x17f)]) {
    // Zero is the sign for what is missing; a glyph may be named twice.
    const ids = [0, ...[...text, ...text].map((letter) => theirs.characterToGlyph(letter.charCodeAt(0)))];
    expect(Buffer.from(subsetFace(face, ids)).equals(Buffer.from(theirs.subset.encode(ids, 1)))).toBe(true);
  }
});

test('a subset is a file that jsPDF can read again', () => {
  const face = textFace({ bold: false, italic: false });
  const theirs = faceOf(face);
  const id = theirs.characterToGlyph('Ä'.charCodeAt(0));
  const file = Buffer.from(subsetFace(face, [0, id])).toString('latin1');
  expect(faceOf({ ...face, file }).characterToGlyph('Ä'.charCodeAt(0))).toBe(id);
});

const letters = (from: number, to: number): string =>
  String.fromCharCode(...Array.from({ length: to - from }, (_, i) => from + i));

function faceOf(face: FontFace): TheirFace {
  const pdf = new jsPDF();
  pdf.addFileToVFS('face.ttf', face.file);
  pdf.addFont('face.ttf', face.name, 'normal');
  pdf.setFont(face.name, 'normal');
  return (pdf.internal as unknown as { getFont(): { metadata: TheirFace } }).getFont().metadata;
}
