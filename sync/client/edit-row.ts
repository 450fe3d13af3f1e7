import type { MutationError } from '#sync/protocol/errors.ts';
import type { QueueStore, Sendable } from './queue-row.ts';

export type EditResult = { readonly photo_file_id: string | null; readonly updated_at: string };

/** What can be done without a network besides calibrations. */
export const EDIT_KINDS = ['task_done', 'asset_photo', 'calibration_file'] as const;
export type EditKind = (typeof EDIT_KINDS)[number];
/** The number of the format of what is stored. */
export const EDIT_FORMAT = 1;

/**
 * One edit on its way, as it lies in the device's database. Its id is what the server knows it by: it is made here once, and sent with
 * every attempt.
 */
export type EditRow = Sendable & {
  readonly kind: EditKind;
  readonly format: number;
  readonly asset_id: string;
  readonly asset_label: string;
  /** What it is about, for people: the name of the task or of the file. */
  readonly label: string;
  /** The task, where it is about one. */
  readonly task_id: string | null;
  /** The calibration that a file belongs to, which may still be in the queue; omitted in other rows. */
  readonly calibration_id?: string;
  /** The very text that is sent; of a photo or a file, its media type. */
  readonly payload: string;
  readonly file: Blob | null;
  /** The asset as it was when the server had recorded this. */
  readonly result?: EditResult;
};
export type EditStore = QueueStore<EditRow>;

export type EditAnswer =
  | { readonly status: 'applied'; readonly result: EditResult }
  | { readonly status: 'rejected'; readonly errors: readonly MutationError[] };
/** The unsent edits that can be sent: a file waits until the server has its calibration. */
export async function sendableEdits(edits: EditStore, queue: Pick<QueueStore, 'inState'>): Promise<readonly EditRow[]> {
  const waiting = await edits.inState('waiting');
  if (waiting.every(({ calibration_id: of }) => of === undefined)) return waiting;
  const unsent = new Set((await queue.inState('waiting', 'sending', 'refused')).map(({ id }) => id));
  return waiting.filter(({ calibration_id: of }) => of === undefined || !unsent.has(of));
}

/** Sends one edit, with its id. @throws SyncFailure where the server did not say yes or no */
export type SendEdit = (edit: EditRow) => Promise<EditAnswer>;
