import { open } from 'node:fs/promises';
import { readCsv } from '#lib/server/spreadsheets/csv.ts';
import { isWorkbook } from '#lib/server/spreadsheets/workbook.ts';
import { readXlsx } from '#lib/server/spreadsheets/xlsx.ts';
import type { ImportFormat } from '../../incoming.ts';
import { incomingTable } from './incoming-table.ts';

/** A sheet of a workbook. */
export const xlsx: ImportFormat = {
  name: 'xlsx',
  detect: isWorkbook,
  read: async (path, reading) => incomingTable('xlsx', await readXlsx(path, reading.mapping.sheet), reading)
};

const BEGINNING = 4096;
/** Separated values. Whatever begins as an archive is none. */
export const csv: ImportFormat = {
  name: 'csv',
  detect: async (path) => {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
      const beginning = buffer.subarray(0, bytesRead);
      return (
        (beginning[0] === 0xff && beginning[1] === 0xfe) ||
        (!beginning.includes(0) && beginning.toString('latin1', 0, 2) !== 'PK')
      );
    } finally {
      await file.close();
    }
  },
  read: async (path, reading) => incomingTable('csv', await readCsv(path), reading)
};
