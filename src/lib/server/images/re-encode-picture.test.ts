import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ONE_PIXEL_PNG } from '../../../../tests/support/pictures.ts';
import { reEncodePicture } from './re-encode-picture.ts';

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d4b5f' }, limitInputPixels: false });

test('a large photograph becomes a small square, upright, without the place where it was taken', async () => {
  const withPlace = await canvas(1200, 800)
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '47/1 25/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(withPlace).metadata()).exif).toBeDefined();
  const picture = await reEncodePicture(withPlace, 'image/jpeg');
  expect(picture).toMatchObject({ contentType: 'image/webp', width: 512, height: 512 });
  const { exif, format, orientation } = await sharp(picture.bytes).metadata();
  expect({ exif, format, orientation }).toEqual({ exif: undefined, format: 'webp', orientation: undefined });
});

test('what hangs behind the picture is not kept', async () => {
  const polyglot = Buffer.concat([ONE_PIXEL_PNG, Buffer.from('<script>alert(1)</script>')]);
  const { bytes } = await reEncodePicture(polyglot, 'image/png');
  expect(bytes.includes('script')).toBe(false);
});

test('fifty thousand by fifty thousand pixels are refused before they are unpacked', async () => {
  const bomb = Buffer.from(ONE_PIXEL_PNG);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  const before = process.memoryUsage().rss;
  await expect(reEncodePicture(bomb, 'image/png')).rejects.toMatchObject({ code: 'not_an_image' });
  const wide = await canvas(16_000, 4000).png({ compressionLevel: 9 }).toBuffer();
  await expect(reEncodePicture(wide, 'image/png')).rejects.toMatchObject({ code: 'not_an_image' });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
});

test('a logo keeps its proportions: nothing is cut off', async () => {
  const wide = await canvas(1600, 400).png().toBuffer();
  expect(await reEncodePicture(wide, 'image/png', 'whole', 800)).toMatchObject({ width: 800, height: 200 });
});
