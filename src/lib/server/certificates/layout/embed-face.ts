import type { jsPDF } from 'jspdf';
import type { FontFace } from './font-face.ts';
import { subsetFace } from './subset-face.ts';

/** What jsPDF keeps of a face until the file is written; its types do not have it. */
type KeptFace = {
  readonly metadata: { readonly subset: { encode: (glyphs: readonly number[]) => ArrayLike<number> } };
};

/** Adds a face to a file. Its subset is made here: jsPDF's own way took a third of the time of a certificate. */
export function embedFace(pdf: jsPDF, face: FontFace): void {
  pdf.addFileToVFS(`${face.name}.ttf`, face.file);
  pdf.addFont(`${face.name}.ttf`, face.name, 'normal');
  pdf.setFont(face.name, 'normal');
  const { metadata } = (pdf.internal as unknown as { getFont(): KeptFace }).getFont();
  metadata.subset.encode = (glyphs) => subsetFace(face, glyphs);
}
