import sharp from 'sharp';

/** Two pages beside each other; a page that one document does not have is grey. */
export async function sideBySide(left: Buffer | undefined, right: Buffer | undefined): Promise<Buffer> {
  const one = left ?? right;
  if (!one) throw new Error('There is no page');
  const { width, height } = await sharp(one).metadata();
  const gap = 8;
  return sharp({ create: { width: 2 * width + gap, height, channels: 3, background: '#999' } })
    .composite([
      ...(left ? [{ input: left, left: 0, top: 0 }] : []),
      ...(right ? [{ input: right, left: width + gap, top: 0 }] : [])
    ])
    .png()
    .toBuffer();
}
