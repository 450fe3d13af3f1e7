import sharp from 'sharp';

/**
 * Renders one of the server's drawings as a picture for print.
 * @param svg whose units are the picture's dots.
 * @param dpi written into the file, so that it is printed in its size.
 */
export function pictureOfSvg(svg: string, format: 'png' | 'jpg', dpi: number): Promise<Buffer> {
  // At 72 dots per inch, one dot is one unit.
  const picture = sharp(Buffer.from(svg), { density: 72 })
    .flatten({ background: '#ffffff' })
    .withMetadata({ density: dpi });
  return (
    format === 'png' ? picture.toColourspace('b-w').png() : picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
  ).toBuffer();
}
