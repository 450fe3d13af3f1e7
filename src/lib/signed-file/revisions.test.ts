import { expect, it } from 'vitest';
import { asciiOf, joined } from './bytes.ts';
import { checkFile } from './check-file.ts';
import { proofsRevision, stampRevision, type Proofs } from './revisions.ts';
import { takeOffRevisions } from './take-off-revisions.ts';
import { readWrittenPdf } from './written-pdf.ts';

const PROOFS: Proofs = { about: 'B'.repeat(40), certificates: [], revocationLists: [], answers: [] };
const references = (count: number) => ({ certificates: `/Certs [ ${'3 0 R '.repeat(count)}]\n`, signatures: '' });
const signatures = (count: number) => ({ certificates: '', signatures: `/${'A'.repeat(40)} 7 0 R\n`.repeat(count) });

/** As we write PDFs, with a store that somebody filled; its range covers all of it, and there is no signature. */
function pdfWith(store: { readonly certificates: string; readonly signatures: string }): string {
  const start = '%PDF-1.7\n';
  const range = (end: number) => `/ByteRange [ 0 1 0 ${String(end).padStart(10, '0')} ]`;
  const catalog = '1 0 obj\n<<\n/Type /Catalog\n/DSS 2 0 R\n>>\nendobj\n\n';
  const objects = `2 0 obj\n<<\n/Type /DSS\n${store.certificates}/VRI 3 0 R\n>>\nendobj\n\n3 0 obj\n<<\n${store.signatures}>>\nendobj\n\n`;
  const before = `${start}${catalog}${objects}${range(0)}\n`;
  const table = `xref\n1 1\n${String(start.length).padStart(10, '0')} 00000 n \n\n`;
  const whole = `${before}${table}trailer\n<<\n/Size 4\n/Root 1 0 R\n>>\n\nstartxref\n${before.length}\n%%EOF`;
  return whole.replace(range(0), range(whole.length));
}

it('proofs are added to a store of a thousand, and taken off again', () => {
  for (const store of [references(1000), signatures(1000)]) {
    const pdf = pdfWith(store);
    const { original, revisions } = takeOffRevisions(
      joined([asciiOf(pdf), proofsRevision(readWrittenPdf(pdf), PROOFS)])
    );
    expect(original.length).toBe(pdf.length);
    expect(revisions).toEqual([{ kind: 'proofs', proofs: PROOFS }]);
  }
});

it('a store with more than we ever write is not written again', () => {
  for (const store of [references(20_000), signatures(20_000)]) {
    expect(() => proofsRevision(readWrittenPdf(pdfWith(store)), PROOFS)).toThrow('not written as certificates');
  }
});

it('lists that do not end are read once', () => {
  const open = (name: string) => `/${name} [ `.repeat(Math.floor(90_000 / (name.length + 4)));
  const store = { certificates: `${open('Certs')}\n`, signatures: '' };
  const written = readWrittenPdf(pdfWith(references(1)));
  const before = process.cpuUsage();
  proofsRevision(readWrittenPdf(pdfWith(store)), PROOFS);
  expect(() => stampRevision({ ...written, catalog: open('Fields').repeat(8) }, 10)).toThrow('not written as');
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
});

it('an unsigned file with millions of references in its store costs no more than its size', async () => {
  const head = `\n4 0 obj\n<<\n/Type /DSS\n>>\nendobj\n\n5 0 obj\n<<\n/${PROOFS.about} 6 0 R\n>>\nendobj\n\n6 0 obj\n<<\n/Type /VRI\n>>\nendobj\n\n`;
  const bytes = asciiOf(pdfWith(references(3_000_000)) + head);
  const before = process.cpuUsage();
  expect((await checkFile(bytes)).state).toBe('altered');
  const { user } = process.cpuUsage(before);
  expect(user / 1e6).toBeLessThan(2);
});
