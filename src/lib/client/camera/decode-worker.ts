/** Reads codes where the browser cannot. A worker has its own security policy: the pages' need not allow WebAssembly. */
import { prepareZXingModule } from 'zxing-wasm/reader';
import { readPicture } from './read-picture.ts';

/** The first message is the address of the reader, which the app serves itself; then pictures follow. */
export type DecodeQuestion = { readonly reader: string } | { readonly number: number; readonly picture: ImageData };
export type DecodeAnswer = { readonly number: number; readonly texts: readonly string[] };

addEventListener('message', async ({ data }: MessageEvent<DecodeQuestion>) => {
  if ('reader' in data) {
    prepareZXingModule({ overrides: { locateFile: () => data.reader } });
    return;
  }
  postMessage({ number: data.number, texts: await readPicture(data.picture) } satisfies DecodeAnswer);
});
