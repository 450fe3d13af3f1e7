/** Photos of a phone, in a real browser: small enough to be sent, and the right way up. */
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
/** Noise hardly gets smaller when it is encoded, as little as a photo of a full shelf. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 80 }
    }
  });
const plain = (width: number, height: number, background: SharpColor) =>
  sharp({ create: { width, height, channels: 4, background } });

test('a photo beyond both limits is sent as a smaller JPEG', async () => {
  const photo = await noise(3000, 2250).jpeg({ quality: 95 }).toBuffer();
  expect(photo.length).toBeGreaterThan(MAX_PICTURE_BYTES);
  const small = await shrink('shelf.JPG', 'image/jpeg', photo);
  expect(small).toMatchObject({ name: 'shelf.jpg', type: 'image/jpeg', width: 2048, height: 1536, same: false });
  expect(small.bytes).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
});

test('a photo taken with the phone on its side stays the right way up', async () => {
  // Stored with its red edge at the left; orientation 6 says that this edge is the top.
  const stored = await plain(2400, 1200, '#00f')
    .composite([{ input: await plain(600, 1200, '#f00').png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const small = await shrink('upright.jpg', 'image/jpeg', stored);
  expect(small).toMatchObject({ width: 1024, height: 2048 });
  const [red = 0, , blue = 255] = small.corner;
  expect(red).toBeGreaterThan(200);
  expect(blue).toBeLessThan(60);
});

test('a transparent logo stays transparent as long as it fits, and has white paper behind it where it does not', async () => {
  const logo = await plain(4096, 1024, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
  const kept = await shrink('logo.png', 'image/png', logo);
  expect(kept).toMatchObject({ name: 'logo.png', type: 'image/png', width: 2048, height: 512 });
  expect(kept.corner[3]).toBe(0);
  const clear = { input: await plain(64, 64, '#fff').png().toBuffer(), left: 0, top: 0, blend: 'dest-out' as const };
  const large = await noise(2100, 2100).ensureAlpha().composite([clear]).png().toBuffer();
  const paper = await shrink('large.png', 'image/png', large);
  expect(paper).toMatchObject({ name: 'large.jpg', type: 'image/jpeg' });
  expect(paper.corner.every((value) => value > 200)).toBe(true);
});

test('a picture within both limits is sent as it is, and what the browser cannot read is left to the server', async () => {
  const fits = await plain(2048, 100, '#0f0').png().toBuffer();
  expect(await shrink('fits.png', 'image/png', fits)).toMatchObject({ same: true, width: 2048 });
  expect(await shrink('broken.png', 'image/png', Buffer.from('not a picture'))).toMatchObject({ same: true });
});
