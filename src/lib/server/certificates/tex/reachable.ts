import { PDFArray, PDFDict, PDFRef, PDFStream, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';

/** Removes every object that the document does not lead to: what a source hid there, and what was taken out of the catalog. */
export function removeUnreachable({ context }: PDFDocument): void {
  const reached = new Set<PDFRef>();
  const { Root, Info } = context.trailerInfo;
  const open: PDFObject[] = [Root, Info].filter((one): one is PDFObject => one !== undefined);
  for (let one = open.pop(); one; one = open.pop()) {
    if (one instanceof PDFRef) {
      if (reached.has(one)) continue;
      reached.add(one);
      const target = context.lookup(one);
      if (target) open.push(target);
    } else if (one instanceof PDFArray) open.push(...one.asArray());
    else if (one instanceof PDFDict) open.push(...one.values());
    else if (one instanceof PDFStream) open.push(...one.dict.values());
  }
  for (const [reference] of context.enumerateIndirectObjects()) if (!reached.has(reference)) context.delete(reference);
}
