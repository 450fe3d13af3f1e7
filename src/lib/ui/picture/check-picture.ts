/** What the server takes as a picture (contracts: the uploads of PNG, JPEG, WebP and GIF). */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** What keeps a chosen file from being a picture here, before anything is sent. */
export function pictureFault({ type, size }: { readonly type: string; readonly size: number }): 'type' | 'size' | null {
  if (!PICTURE_TYPES.includes(type)) return 'type';
  return size > MAX_PICTURE_BYTES ? 'size' : null;
}
