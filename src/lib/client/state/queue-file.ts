import { EDIT_FORMAT, EDIT_KINDS, type EditRow } from '#sync/client/edit-row.ts';
import { withTodaysNames } from '#sync/client/earlier-rows.ts';
import type { QueueRow, Sendable } from '#sync/client/queue-row.ts';
import { PAYLOAD_VERSION } from '#sync/protocol/version.ts';
import { sha256 } from '../database/sha256.ts';

const FORMAT = 'plumbline-queue';
const VERSION = 1;
type QueueFile = {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly user_id: string;
  readonly rows: readonly QueueRow[];
  /** Omitted by devices with an earlier version. */
  readonly edits?: readonly EditInFile[];
};
/** A picture is written in base64. */
type EditInFile = Omit<EditRow, 'file'> & { readonly file: string | null };

/** The file is not an exported queue, is damaged, is somebody else's, or only a newer version of the app can read it. */
export class QueueFileRefused extends Error {
  override readonly name = 'QueueFileRefused';
  constructor(readonly code: 'not_a_queue' | 'damaged' | 'other_user' | 'newer') {
    super(code);
  }
}

/** The unsent entries as a file, with exactly the bytes that would have been sent. */
export async function writeQueueFile(
  userId: string,
  rows: readonly QueueRow[],
  unsent: readonly EditRow[] = []
): Promise<Blob> {
  const edits = await Promise.all(unsent.map(async (row) => ({ ...row, file: await textOfFile(row) })));
  const file: QueueFile = {
    format: FORMAT,
    version: VERSION,
    user_id: userId,
    rows,
    ...(edits.length > 0 && { edits })
  };
  return new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' });
}

/**
 * The entries of an exported file, ready to be sent from here. The exporting device may have sent them, so their bytes
 * stay unchanged.
 *
 * @throws QueueFileRefused
 */
export async function readQueueFile(
  text: string,
  userId: string
): Promise<{ readonly rows: readonly QueueRow[]; readonly edits: readonly EditRow[] }> {
  let file: Partial<QueueFile>;
  try {
    file = JSON.parse(text) as Partial<QueueFile>;
  } catch {
    throw new QueueFileRefused('not_a_queue');
  }
  if (file?.format !== FORMAT || !Array.isArray(file.rows)) throw new QueueFileRefused('not_a_queue');
  if (file.user_id !== userId) throw new QueueFileRefused('other_user');
  if (file.edits !== undefined && !Array.isArray(file.edits)) throw new QueueFileRefused('damaged');
  if (isNewer(file as QueueFile)) throw new QueueFileRefused('newer');
  const rows: QueueRow[] = [];
  for (const row of file.rows as readonly QueueRow[]) {
    if (typeof row?.id !== 'string' || typeof row.payload !== 'string') throw new QueueFileRefused('damaged');
    if ((await sha256(row.payload)) !== row.payload_sha256) throw new QueueFileRefused('damaged');
    rows.push({ ...withTodaysNames(row), ...fromElsewhere(row) });
  }
  return { rows, edits: (file.edits ?? []).map(readEdit) };
}

/** Asked before anything of it is checked: what a newer version writes need not look whole to this one. */
function isNewer({ version, rows, edits = [] }: QueueFile): boolean {
  const above = (number: unknown, known: number) => typeof number === 'number' && number > known;
  return (
    above(version, VERSION) ||
    rows.some((row) => above(row?.payload_version, PAYLOAD_VERSION)) ||
    edits.some((edit) => above(edit?.format, EDIT_FORMAT))
  );
}

const fromElsewhere = ({ state }: Sendable) =>
  ({ state: state === 'refused' ? 'refused' : 'waiting', in_doubt: true, next_attempt_at: 0 }) as const;

function readEdit(edit: EditInFile): EditRow {
  const isWhole = typeof edit?.id === 'string' && typeof edit.payload === 'string' && EDIT_KINDS.includes(edit.kind);
  const hasPlace = edit?.kind !== 'calibration_file' || typeof edit.calibration_id === 'string';
  if (!isWhole || !hasPlace || edit.format !== EDIT_FORMAT) throw new QueueFileRefused('damaged');
  const bytes = edit.file === null ? null : bytesIn(edit.file);
  const file = bytes === null ? null : new Blob([bytes], { type: edit.payload });
  return withTodaysNames({ ...edit, ...fromElsewhere(edit), file });
}

async function textOfFile({ file }: EditRow): Promise<string | null> {
  if (file === null) return null;
  let text = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}

/** @throws QueueFileRefused */
function bytesIn(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    throw new QueueFileRefused('damaged');
  }
}
