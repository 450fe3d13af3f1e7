import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificateExportBody, LeftOut } from '#lib/contracts/certificate-exports.ts';
import { CSV_MARK, csvRow } from '#lib/laboratory/csv.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { packFile, ZipWriter } from '#lib/server/archive/zip-writer.ts';
import type { Collection } from '#lib/server/certificates/copies/copies-cover.ts';
import { COPIES_WORDS } from '#lib/server/certificates/copies/copies-words.ts';
import { MergedCopies } from '#lib/server/certificates/copies/merge-copies.ts';
import type { Exportable } from '#lib/server/db/certificate-exports.ts';

/** A line of the list of what is in the file and what is missing in it. */
export type Listed = Partial<Pick<Exportable, 'number' | 'channel' | 'version' | 'date'>> & {
  readonly asset: string;
  readonly leftOut: LeftOut | null;
  readonly file?: string;
  readonly sha256?: string;
};
type Taken = { readonly pdf: Uint8Array; readonly sha256: string };
export type CollectedFile = {
  readonly path: string;
  readonly media: string;
  readonly add: (one: Exportable, taken: Taken) => Promise<Pick<Listed, 'file' | 'sha256'>>;
  readonly end: (listed: readonly Listed[]) => Promise<void>;
  readonly abandon: () => Promise<void>;
};

export const filesIn = (
  format: CertificateExportBody['format'],
  folder: string,
  collection: Collection
): Promise<CollectedFile> => (format === 'zip' ? zipIn(folder, collection) : pdfIn(folder, collection));

async function zipIn(folder: string, { language }: Collection): Promise<CollectedFile> {
  const path = join(folder, 'certificates.zip');
  const zip = await ZipWriter.create(path);
  return {
    path,
    media: 'application/zip',
    async add({ number }, { pdf, sha256 }) {
      const file = `${safe(number)}.pdf`;
      await zip.add(file, await packFile(pdf, false));
      return { file, sha256 };
    },
    async end(listed) {
      const { columns, leftOut: reasons } = COPIES_WORDS[language];
      const rows = listed.map(({ number, asset, channel, version, date, file, sha256, leftOut }) =>
        csvRow([
          ...[number ?? null, asset, channel ?? null, version ?? null, date ?? null, file ?? null, sha256 ?? null],
          leftOut && reasons[leftOut]
        ])
      );
      const table = CSV_MARK + csvRow(columns) + rows.join('');
      await zip.add('certificates.csv', await packFile(Buffer.from(table)));
      await zip.end();
    },
    abandon: () => zip.abandon()
  };
}

/** Numbers are unique in an organization, and still are after this: their prefix has no such signs. */
const safe = (number: string): string => number.replace(/[^\p{L}\p{N}._-]/gu, '_');

/** All pages are in memory until the end. */
const MOST_BYTES = 100_000_000;

async function pdfIn(folder: string, collection: Collection): Promise<CollectedFile> {
  const path = join(folder, 'certificates.pdf');
  const copies = await MergedCopies.create(collection);
  let bytes = 0;
  return {
    path,
    media: 'application/pdf',
    async add(_one, { pdf }) {
      bytes += pdf.byteLength;
      if (bytes > MOST_BYTES) {
        throw new Refusal('too_large', 'These certificates are larger than 100 MB. Choose ZIP or fewer certificates.');
      }
      await copies.add(pdf);
      return {};
    },
    async end(listed) {
      const whole = listed.map(({ number = null, asset, channel = null, version = null, date = null, leftOut }) => ({
        ...{ number, asset, channel, version, date, leftOut }
      }));
      await writeFile(path, await copies.end(whole), { mode: 0o600 });
    },
    abandon: () => Promise.resolve()
  };
}
