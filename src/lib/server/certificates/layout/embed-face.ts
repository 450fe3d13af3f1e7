import { jsPDF } from 'jspdf';
import type { FontFace } from './font-face.ts';
import { subsetFace } from './subset-face.ts';

/** A face as jsPDF has read it, with what it keeps of one file; its types do not have it. */
type ReadFace = {
  toUnicode: Record<number, number>;
  subset: { encode: (glyphs: readonly number[]) => ArrayLike<number> };
};
type Reader = { open: (file: Uint8Array) => ReadFace };

const reader = (jsPDF.API as unknown as { readonly TTFFont: Reader }).TTFFont;
const known = new WeakMap<FontFace, ReadFace>();

/** Adds a face to a file. It is read once for all files, and its subset is made here: both took jsPDF half the time of a certificate. */
export function embedFace(pdf: jsPDF, face: FontFace): void {
  const file = `${face.name}.ttf`;
  const { open } = reader;
  pdf.addFileToVFS(file, face.file);
  // It is called at once by `addFont`, which has no other way to be given a face.
  reader.open = () => ofOneFile(face, open);
  try {
    pdf.addFont(file, face.name, 'normal');
  } finally {
    reader.open = open;
  }
}

/** Everything that jsPDF notes while it writes a file goes to the new object. */
function ofOneFile(face: FontFace, open: Reader['open']): ReadFace {
  const read = known.get(face) ?? open(Buffer.from(face.file, 'latin1'));
  known.set(face, read);
  // jsPDF asks for properties of its own: what is only inherited counts as missing.
  const own = Object.assign(Object.create(Object.getPrototypeOf(read) as object) as ReadFace, read);
  own.toUnicode = {};
  own.subset = { encode: (glyphs) => subsetFace(face, glyphs) };
  return own;
}
