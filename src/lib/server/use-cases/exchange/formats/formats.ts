import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Incoming, ImportFormat, Reading } from '../incoming.ts';
import { openGauge } from './open-gauge/open-gauge.ts';
import { plumbline } from './plumbline/plumbline.ts';
import { csv, xlsx } from './table/table.ts';

/** In the order in which they are asked whether a file is theirs. */
const FORMATS: readonly ImportFormat[] = [xlsx, openGauge, plumbline, csv];

/** @throws Refusal `archive_refused` */
export async function readIncoming(path: string, format: string, reading: Reading): Promise<Incoming> {
  for (const candidate of FORMATS) {
    const isMeant = format === 'auto' ? await candidate.detect(path) : candidate.name === format;
    if (isMeant) return candidate.read(path, reading);
  }
  throw new Refusal('archive_refused', 'This file is not in a supported format.');
}
