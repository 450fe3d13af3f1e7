import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule as prepareReader } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode, type WriteInputBarcodeFormat } from 'zxing-wasm/writer';
import { readPicture } from './read-picture.ts';

const wasm = async (part: 'reader' | 'writer') => {
  const file = await readFile(`node_modules/zxing-wasm/dist/${part}/zxing_${part}.wasm`);
  return { wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer };
};
beforeAll(async () => {
  prepareReader({ overrides: await wasm('reader') });
  prepareWriter({ overrides: await wasm('writer') });
});

const picture = async (text: string, format: WriteInputBarcodeFormat) => {
  const { image, error } = await writeBarcode(text, { format, scale: 4 });
  if (image === null) throw new Error(error);
  return new Uint8Array(await image.arrayBuffer());
};

test.each<[WriteInputBarcodeFormat, string]>([
  ['Code128', 'TT-042'],
  ['Code128', '0042-REF/7'],
  ['DataMatrix', 'TT-042'],
  ['DataMatrix', 'Prüfgerät 7'],
  ['QRCode', 'https://lab.test/a/0198f3a0-0000-7000-8000-000000000001']
])('a sticker with a %s code is read: %s', async (format, text) => {
  expect(await readPicture(await picture(text, format))).toEqual([text]);
});

test('another kind of code is not mistaken for an identifier', async () => {
  expect(await readPicture(await picture('4006381333931', 'EAN13'))).toEqual([]);
});
