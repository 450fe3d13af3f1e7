import type { TaskDoneBody } from '#lib/contracts/tasks.ts';
import type { EditAnswer, EditRow } from '#sync/client/edit-row.ts';
import { kindOfStatus, SyncFailure } from '#sync/client/sync-failure.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/**
 * Sends an edit with an operation of the REST API and its id: it is not recorded twice, however late it is repeated.
 * @throws SyncFailure if the server neither accepted nor refused it
 */
export async function sendEdit(edit: EditRow, token: string, signal: AbortSignal): Promise<EditAnswer> {
  try {
    const { photo_file_id, updated_at } = await ask(edit, token, signal);
    return { status: 'applied', result: { photo_file_id, updated_at } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw new SyncFailure('no_answer', String(error));
    const { status, code, detail, retryAfterMs } = error;
    const kind = kindOfStatus(status);
    if (kind !== 'refused' && kind !== 'too_large') throw new SyncFailure(kind, detail, retryAfterMs);
    const issues = error.issues.map(({ loc, msg, type }) => ({ loc: [...loc], msg, type }));
    return { status: 'rejected', errors: [{ code, detail, ...(issues.length > 0 && { issues }) }] };
  }
}

function ask(edit: EditRow, token: string, signal: AbortSignal) {
  const { id, kind, asset_id: ref, task_id, payload, file } = edit;
  if (kind === 'asset_photo' && file !== null) {
    const upload = new Blob([file], { type: payload });
    return call('putAssetPhoto', { params: { ref }, query: { upload_id: id }, file: upload, token, signal });
  }
  const body = { ...(JSON.parse(payload) as TaskDoneBody), id };
  return call('recordTaskDone', { params: { ref, id: task_id ?? '' }, body, idempotencyKey: id, token, signal });
}
