/** Reads codes where the browser cannot. A worker has its own security policy: the pages' need not allow WebAssembly. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** First the address of the reader, which the app serves itself; then pictures. */
export type DecodeQuestion = { readonly reader: string } | { readonly number: number; readonly picture: ImageData };
export type DecodeAnswer = { readonly number: number; readonly texts: readonly string[] };

const FORMATS = ['QRCode', 'Code128', 'DataMatrix'] as const;

addEventListener('message', async ({ data }: MessageEvent<DecodeQuestion>) => {
  if ('reader' in data) {
    prepareZXingModule({ overrides: { locateFile: () => data.reader } });
    return;
  }
  const found = await readBarcodes(data.picture, { formats: [...FORMATS], maxNumberOfSymbols: 4, textMode: 'Plain' });
  postMessage({ number: data.number, texts: found.map(({ text }) => text) } satisfies DecodeAnswer);
});
