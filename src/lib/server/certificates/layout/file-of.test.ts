import { deflateSync } from 'node:zlib';
import { jsPDF } from 'jspdf';
import { expect, test } from 'vitest';
import { fileOf } from './file-of.ts';

const page = (compress: boolean): jsPDF => {
  const pdf = new jsPDF({ compress });
  for (let line = 1; line < 60; line += 1) pdf.text(`Line ${line}: 20,05 °C ± 0,12 °C`, 20, 4 * line);
  return pdf;
};

/** The content of the first stream, which is the page. */
function streamOf(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file);
  const from = bytes.indexOf('stream\n') + 'stream\n'.length;
  return bytes.subarray(from, bytes.indexOf('endstream', from) - 1);
}

test('a stream is compressed by zlib', () => {
  const plain = streamOf(fileOf(page(false)));
  expect(plain.includes('Line 59')).toBe(true);
  expect(streamOf(fileOf(page(true))).equals(deflateSync(plain))).toBe(true);
});

test('jsPDF is left as it was', () => {
  const filters = () => (jsPDF.API as unknown as Record<string, unknown>)['processDataByFilters'];
  const before = filters();
  fileOf(page(true));
  expect(before).toBeTypeOf('function');
  expect(filters()).toBe(before);
});
