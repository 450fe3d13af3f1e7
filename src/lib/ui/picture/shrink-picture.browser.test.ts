/** Photos of a phone, in a real browser: small enough to be sent, and the right way up. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import sharp, { type Color as SharpColor } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleInBrowser, type BrowserBundle } from '../../../../tests/support/browser-bundle.ts';
import type { PictureTools } from '../../../../tests/support/picture-bundle.ts';
import { MAX_PICTURE_BYTES } from './check-picture.ts';

// Runs in the page.
declare const pictures: PictureTools;

let bundle: BrowserBundle;
let page: Page;
beforeAll(async () => {
  bundle = await bundleInBrowser('tests/support/picture-bundle.ts');
  page = await bundle.open();
});
afterAll(() => bundle.close());

const shrink = (name: string, type: string, content: Buffer) =>
  page.evaluate(([file, kind, base64]) => pictures.shrink(file, kind, base64), [
    name,
    type,
    content.toString('base64')
  ] as const);
const plain = (width: number, height: number, background: SharpColor) =>
  sharp({ create: { width, height, channels: 4, background } });

test('a photo of 12 megapixels, taken with the phone on its side, is made smaller and stays the right way up', async () => {
  // Stored with its red edge at the left; orientation 6 says that this edge is the top.
  const photo = await plain(4000, 3000, '#00f')
    .composite([{ input: await plain(900, 3000, '#f00').png({ compressionLevel: 1 }).toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const small = await shrink('shelf.JPG', 'image/jpeg', photo);
  expect(small).toMatchObject({ name: 'shelf.jpg', type: 'image/jpeg', width: 1536, height: 2048, same: false });
  const [red = 0, , blue = 255] = small?.corner ?? [];
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);
});

test('a transparent logo stays transparent as long as it fits', async () => {
  const logo = await plain(4096, 256, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
  const kept = await shrink('logo.png', 'image/png', logo);
  expect(kept).toMatchObject({ name: 'logo.png', type: 'image/png', width: 2048, height: 128 });
  expect(kept?.corner[3]).toBe(0);
});

test('a picture of more than 5 MB becomes a JPEG, with white where it was transparent', async () => {
  // Random values do not compress.
  const side = 1200;
  const values = randomBytes(side * side * 4);
  for (let row = 0; row < 64; row += 1) values.fill(0, row * side * 4, (row * side + 64) * 4);
  const large = await sharp(values, { raw: { width: side, height: side, channels: 4 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(MAX_PICTURE_BYTES);
  const paper = await shrink('large.png', 'image/png', large);
  expect(paper).toMatchObject({ name: 'large.jpg', type: 'image/jpeg', width: side, height: side });
  expect(paper?.bytes).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
  expect(paper?.corner.every((value) => value > 200)).toBe(true);
});

test('a picture within both limits is sent as it is, and a file that only has the name of one is none', async () => {
  const fits = await plain(2048, 100, '#0f0').png().toBuffer();
  expect(await shrink('fits.png', 'image/png', fits)).toMatchObject({ same: true, width: 2048 });
  expect(await shrink('broken.png', 'image/png', Buffer.from('not a picture'))).toBeNull();
});
