import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { LatexFacts, LatexPicture } from '../latex/facts.ts';
import { stacked } from '../layout/drawing.ts';
import { paint } from '../layout/paint.ts';
import { setBlocks } from '../layout/set-blocks.ts';

/** In the content of the signature's picture, so that it is found again in what TeX makes. */
export const SIGNATURE_MARK = 'PlumblineSignature';

/** Each picture as a PDF of its natural size, by its name: TeX can include no others. */
export async function pictureFiles(facts: LatexFacts): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [name, picture] of facts.pictures) {
    files.set(`${name}.pdf`, name === 'signature' ? await emptyPicture(picture) : await painted(picture, facts));
  }
  return files;
}

async function painted(picture: LatexPicture, facts: LatexFacts): Promise<Uint8Array> {
  const { width, height } = picture;
  const text = { size: 9, leading: 1.4, color: [0, 0, 0] } as const;
  const { drawings } = stacked(setBlocks(picture.blocks(width), width, { text, fields: null, pageHeight: height }));
  const page = { layers: [{ drawings, x: 0, y: 0 }] };
  const { pdf } = await paint([page], { ...facts, creator: 'Plumbline', page: { width, height } });
  return pdf;
}

/** The place of the signature: what it shows is added when TeX has found the place. */
async function emptyPicture({ width, height }: LatexPicture): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const page = document.addPage([width, height]);
  const content = document.context.flateStream(`/${SIGNATURE_MARK} MP\n`);
  page.node.set(PDFName.of('Contents'), document.context.register(content));
  return document.save({ useObjectStreams: false, addDefaultPage: false });
}
