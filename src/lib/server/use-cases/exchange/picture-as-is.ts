import { createHash } from 'node:crypto';
import type { Picture } from '#lib/server/images/re-encode-picture.ts';
import { plainWebpSize } from '#lib/server/images/plain-webp.ts';

/** A picture that may stay as it is, as every picture of an export: nothing but pixels, and not larger than those stored here. */
export async function pictureAsIs(bytes: Uint8Array, side: number): Promise<Picture | null> {
  const size = await plainWebpSize(bytes);
  if (size === null || Math.max(size.width, size.height) > side) return null;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...size, bytes: Buffer.from(bytes), contentType: 'image/webp', sha256 };
}
