/** A film that Chromium shows instead of a camera's picture (YUV4MPEG2, 4:2:0). */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

export const FILM = { width: 640, height: 480 };
const FRAMES = 10;

/** The switches of a Chromium whose camera shows that film, and is given without asking. */
export const cameraShowing = (film: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`
];

/** Films a picture lying on a grey table, slightly turned and out of focus. */
export async function film(picture: Uint8Array, file: string): Promise<void> {
  const sticker = await sharp(picture)
    .resize({ height: 400, width: 560, fit: 'inside' })
    .flatten({ background: '#fff' })
    .rotate(4, { background: '#999' })
    .png()
    .toBuffer();
  const { data } = await sharp({ create: { ...FILM, channels: 3, background: '#999' } })
    .composite([{ input: sticker }])
    .blur(0.7)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = FILM.width * FILM.height;
  const channels = data.length / grey;
  const luminance = Buffer.alloc(grey);
  for (let i = 0; i < grey; i += 1) luminance[i] = 16 + Math.round(((data[i * channels] ?? 0) * 219) / 255);
  const colourless = Buffer.alloc(grey / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luminance, colourless]);
  const head = Buffer.from(`YUV4MPEG2 W${FILM.width} H${FILM.height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}
