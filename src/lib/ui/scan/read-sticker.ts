const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

/** What a sticker's text refers to: the asset's UUID out of its address (`…/a/{uuid}`), else the id as it is written. */
export function readSticker(text: string): string {
  const plain = text.trim();
  const address = /^https?:\/\//i.test(plain) ? UUID.exec(plain)?.[0] : undefined;
  return address?.toLowerCase() ?? plain;
}
