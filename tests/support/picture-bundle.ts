/** Makes pictures smaller in a real browser (see shrink-picture.browser.test.ts). */
import { shrinkPicture } from '../../src/lib/ui/picture/shrink-picture.ts';

/** The file that is sent, its size in pixels, and the colour of its upper left corner; null: the file holds no picture. */
async function shrink(name: string, type: string, base64: string) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const given = new File([bytes], name, { type });
  const file = await shrinkPicture(given);
  if (file === null) return null;
  const size = { name: file.name, type: file.type, bytes: file.size, same: file === given };
  const image = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const corner = [...(context?.getImageData(8, 8, 1, 1).data ?? [])];
  return { ...size, width: image.width, height: image.height, corner };
}

const tools = { shrink };
export type PictureTools = typeof tools;
Object.assign(globalThis, { pictures: tools });
