import {
  AFRelationship,
  PDFArray,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFPage
} from '@cantoo/pdf-lib';
import type { SignaturePlace } from '../layout/paint.ts';

/** The placeholder that @signpdf replaces with the signed range. */
const BYTE_RANGE_PLACEHOLDER = '**********';
const PRINT_AND_LOCKED = 4 | 128;
const SIGNATURES_EXIST_APPEND_ONLY = 3;

export type SignatureEntries = {
  readonly reason: string;
  readonly location: string;
  readonly name: string;
  readonly signedAt: Date;
  readonly place: SignaturePlace | null;
  /** Bytes reserved for the signature. */
  readonly room: number;
  readonly attached?: AttachedFile | undefined;
  /** Whether proofs may be added to it later (ISO 32000-2, 12.8.2.2: DocMDP 2); otherwise nothing may. */
  readonly mayBeContinued?: boolean | undefined;
};

/** A file inside the PDF from which the document was made, in the sense of PDF/A-3 (relationship `Source`). */
export type AttachedFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly description: string;
  readonly bytes: Uint8Array;
};

/**
 * Adds an empty certification signature to a PDF (ISO 32000-1, 12.8): sub-filter ETSI.CAdES.detached, and DocMDP,
 * which allows no later change, or none but proofs. DocMDP only takes effect with a signature reference and the catalog's /Perms, which
 * ready-made placeholders do not write.
 */
export async function addSignatureField(pdf: Uint8Array, entries: SignatureEntries): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { context, catalog } = document;
  if (entries.attached) await attach(document, entries.attached, entries.signedAt);
  const signature = context.register(signatureDictionary(document, entries));
  const { place } = entries;
  const page = document.getPage(place?.pageIndex ?? 0);
  const appearance = place === null ? null : takeAppearance(document, place);
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Signature1'),
      V: signature,
      F: PRINT_AND_LOCKED,
      P: page.ref,
      Rect: place === null ? [0, 0, 0, 0] : [...place.rect],
      ...(appearance && { AP: { N: appearance } })
    })
  );
  annotate(page, field);
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: SIGNATURES_EXIST_APPEND_ONLY }));
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

async function attach(document: PDFDocument, file: AttachedFile, madeAt: Date): Promise<void> {
  await document.attach(file.bytes, file.name, {
    mimeType: file.mediaType,
    description: file.description,
    // The dates are those of the document, so that equal documents are equal files.
    creationDate: madeAt,
    modificationDate: madeAt,
    afRelationship: AFRelationship.Source
  });
}

function signatureDictionary(document: PDFDocument, entries: SignatureEntries): PDFDict {
  const { context } = document;
  const range = PDFArray.withContext(context);
  range.push(PDFNumber.of(0));
  for (let i = 0; i < 3; i += 1) range.push(PDFName.of(BYTE_RANGE_PLACEHOLDER));
  return context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    // Before /Contents: the signer searches for it from here.
    ByteRange: range,
    Contents: PDFHexString.of('0'.repeat(2 * entries.room)),
    Reason: PDFHexString.fromText(entries.reason),
    Location: PDFHexString.fromText(entries.location),
    Name: PDFHexString.fromText(entries.name),
    M: PDFString.fromDate(entries.signedAt),
    Reference: [
      {
        Type: 'SigRef',
        TransformMethod: 'DocMDP',
        TransformParams: { Type: 'TransformParams', P: entries.mayBeContinued ? 2 : 1, V: PDFName.of('1.2') }
      }
    ]
  });
}

/** Turns the page with the signature's appearance into a form of the field's size, and removes the page. */
function takeAppearance(document: PDFDocument, { rect, appearancePageIndex }: SignaturePlace): PDFRef {
  const page = document.getPage(appearancePageIndex);
  const { context } = document;
  const contents = page.node.get(PDFName.of('Contents'));
  const stream = context.lookup(contents);
  if (!(stream instanceof PDFRawStream)) throw new Error('The appearance of the signature is not one stream');
  const { dict } = stream;
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  dict.set(PDFName.of('BBox'), context.obj([0, 0, rect[2] - rect[0], rect[3] - rect[1]]));
  dict.set(PDFName.of('Resources'), page.node.Resources() ?? context.obj({}));
  const { ref } = page;
  document.removePage(appearancePageIndex);
  context.delete(ref);
  if (!(contents instanceof PDFRef)) throw new Error('The appearance of the signature is not an object of its own');
  return contents;
}

function annotate(page: PDFPage, field: PDFRef): void {
  const known = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  if (known) known.push(field);
  else page.node.set(PDFName.of('Annots'), page.doc.context.obj([field]));
}
