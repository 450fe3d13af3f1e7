import sharp from 'sharp';

const MOST_PIXELS = 50_000_000;
/** Pixels and transparency; place, camera, colour profiles and animation are chunks of their own. */
const PIXELS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/** Size of a WebP picture that is nothing but pixels, as pictures are stored here; null for anything else. */
export async function plainWebpSize(
  bytes: Uint8Array
): Promise<{ readonly width: number; readonly height: number } | null> {
  if (!holdsPixelsAlone(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return null;
  try {
    const { info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height };
  } catch {
    return null;
  }
}

function holdsPixelsAlone(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return false;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (!PIXELS.has(bytes.toString('latin1', at, at + 4))) return false;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === bytes.length;
}
