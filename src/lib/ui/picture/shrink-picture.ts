/** Makes a photo of a phone as small as the server takes it, on the device: what waits to be sent takes little space. */
import { MAX_PICTURE_BYTES } from './check-picture.ts';

/** The longest side in pixels; certificates and screens show pictures much smaller. */
const LONGEST_SIDE = 2048;
/** Of JPEG, best first: the next is tried while the file is too large. */
const QUALITIES = [0.85, 0.7, 0.5];

/**
 * The same picture with at most 2048 pixels a side and 5 MiB, turned the way that the camera was held. A picture within both
 * limits is returned as it is; null: the file holds none, whatever its name says.
 */
export async function shrinkPicture(file: File): Promise<File | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (image === null) return null;
  const { width, height } = image;
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    if (scale === 1 && file.size <= MAX_PICTURE_BYTES) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const whole = file.type === 'image/png' ? await encoded(canvas, 'image/png') : null;
    if (whole !== null && whole.size <= MAX_PICTURE_BYTES) return named(file, whole);
    // JPEG has no transparency: what is transparent becomes white instead of black.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const small = await encoded(canvas, 'image/jpeg', quality);
      if (small !== null && small.size <= MAX_PICTURE_BYTES) return named(file, small);
    }
    return file;
  } finally {
    image.close();
  }
}

const encoded = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

const named = ({ name }: File, content: Blob): File =>
  new File([content], `${name.replace(/\.\w+$/, '')}.${content.type === 'image/png' ? 'png' : 'jpg'}`, {
    type: content.type
  });
