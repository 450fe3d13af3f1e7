// cspell:ignore Procs
/** Documents of one page as TeX could write them, piece by piece. */
import { deflateSync } from 'node:zlib';
import { redrawPages as redrawPagesOf } from '#lib/server/certificates/tex/redraw/redraw-pages.ts';

/** Something is laid over the lowest 28 points. */
export const redrawPages = (made: Uint8Array) =>
  redrawPagesOf(made, ({ height }) => ({ from: -Infinity, to: height - 28 }));
export const object = (number: number, body: string, generation = 0): string =>
  `${number} ${generation} obj\n${body}\nendobj`;
export const stream = (number: number, entries: string, data: string): string =>
  object(number, `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`);
export const form = (number: number, data: string, entries = ''): string =>
  stream(number, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${entries}`, data);
export const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
export const deflated = (text: string): string => latin(deflateSync(Buffer.from(text, 'latin1')));

export type Parts = {
  readonly resources?: string;
  readonly content?: string;
  /** The entries of the page's content, besides. */
  readonly stored?: string;
  readonly page?: string;
  readonly catalog?: string;
  readonly kids?: string;
  readonly count?: number;
  readonly more?: readonly string[];
};

/** A document of one page, as a program would write it that sees to nothing but its text. */
export const written = ({
  resources = '',
  content = '',
  stored = '',
  page = '',
  catalog = '',
  kids = '3 0 R',
  count = 1,
  more = []
}: Parts): Uint8Array =>
  Buffer.from(
    [
      '%PDF-1.7',
      object(1, `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (x) >> ${catalog} >>`),
      object(2, `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`),
      object(
        3,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${page} /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`
      ),
      stream(4, stored, stored === '' ? `BT /F1 20 Tf 80 600 Td (text) Tj ET ${content}` : content),
      object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
      ...more,
      'trailer',
      '<< /Root 1 0 R >>',
      'startxref',
      '0',
      '%%EOF'
    ].join('\n'),
    'latin1'
  );
