import { readBarcodes } from 'zxing-wasm/reader';

/** The kinds of codes on stickers: from this app, manufacturers and other systems. */
const FORMATS = ['QRCode', 'Code128', 'DataMatrix'] as const;

/** The texts of the codes in a picture: its pixels, or a file of a kind that the reader supports. */
export const readPicture = async (picture: ImageData | Uint8Array): Promise<readonly string[]> =>
  (await readBarcodes(picture, { formats: [...FORMATS], maxNumberOfSymbols: 4, textMode: 'Plain' })).map(
    ({ text }) => text
  );
