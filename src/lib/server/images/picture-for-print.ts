import sharp from 'sharp';

/** A picture for a PDF; sizes in pixels. */
export type PrintablePicture = {
  readonly bytes: Buffer;
  readonly format: 'png';
  readonly width: number;
  readonly height: number;
};

/** A stored picture as PNG on white paper: viewers disagree about transparency. Equal bytes give equal bytes. */
export async function pictureForPrint(stored: Uint8Array): Promise<PrintablePicture> {
  const { data, info } = await sharp(stored)
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, format: 'png', width: info.width, height: info.height };
}
