import { ATTACHMENT_ENDINGS, LARGEST_ATTACHMENT } from '#lib/records/attachment.ts';

/** What keeps a chosen file from being added, before anything is sent. The server judges the contents as well. */
export function fileFault({ name, size }: { readonly name: string; readonly size: number }): 'type' | 'size' | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (size === 0 || !ATTACHMENT_ENDINGS.some((known) => known === ending)) return 'type';
  return size > LARGEST_ATTACHMENT ? 'size' : null;
}

/** A size as people read it: kilobytes below a megabyte, gigabytes from one on. */
export function sizeText(bytes: number, language: string): string {
  const [unit, divisor] =
    bytes < 999_500 ? ['kilobyte', 1e3] : bytes < 999_500_000 ? ['megabyte', 1e6] : ['gigabyte', 1e9];
  const amount = Math.max(bytes / Number(divisor), 0.1);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: String(unit),
    maximumFractionDigits: amount < 10 ? 1 : 0
  }).format(amount);
}
