/** Files kept with a record: what contracts and screens both state. */
export const LARGEST_ATTACHMENT = 50 * 1024 * 1024;
export const ATTACHMENT_ENDINGS = [
  'pdf',
  'csv',
  'xlsx',
  'txt',
  'xml',
  'zip',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif'
] as const;
