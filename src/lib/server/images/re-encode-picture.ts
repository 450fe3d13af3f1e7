/** Re-encodes uploaded pictures; the only user of sharp. */
import { createHash } from 'node:crypto';
import sharp, { type Metadata } from 'sharp';
import { Refusal } from '#lib/laboratory/refusal.ts';

/** Larger pictures are refused before they are decoded. */
const MOST_PIXELS = 50_000_000;
const SECONDS = 20;
const FORMATS: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif'
};

export type Picture = {
  readonly bytes: Buffer;
  readonly contentType: 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
};

/** `square`: cropped to a square, for portraits; `whole`: not cropped, for logos. */
export type PictureShape = 'square' | 'whole';
const FIT = { square: 'cover', whole: 'inside' } as const;

/**
 * Rotates an upload upright, fits it into `side` by `side` pixels and encodes it as WebP, without metadata (location,
 * camera) or appended data. Only the first frame of an animation is kept.
 * @param upload the bytes, or the path of a file with them
 * @param contentType as sent; it must match the bytes. Null: none was sent
 * @throws Refusal `not_an_image` for anything but a PNG, JPEG, WebP or GIF picture of at most 50 million pixels.
 */
export async function reEncodePicture(
  upload: Uint8Array | string,
  contentType: string | null,
  shape: PictureShape = 'square',
  side = 512
): Promise<Picture> {
  if (upload.length === 0) throw notAnImage();
  const source = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
  const { format } = await source.metadata().catch((): Metadata => ({ format: undefined }) as unknown as Metadata);
  if (format === undefined || !isOf(format, contentType)) throw notAnImage();
  try {
    const { data, info } = await source
      .rotate()
      .resize({ width: side, height: side, fit: FIT[shape], withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height, sha256 };
  } catch {
    throw notAnImage();
  }
}

const isOf = (format: string, contentType: string | null): boolean =>
  contentType === null ? Object.hasOwn(FORMATS, format) : FORMATS[format] === contentType;

const notAnImage = (): Refusal =>
  new Refusal(
    'not_an_image',
    'Send a PNG, JPEG, WebP or GIF picture of at most 50 million pixels, with the matching content type.'
  );
