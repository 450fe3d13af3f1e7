import type { TaskDoneBody } from '#lib/contracts/tasks.ts';
import type { EditAnswer, EditResult, EditRow } from '#sync/client/edit-row.ts';
import { kindOfStatus, SyncFailure } from '#sync/client/sync-failure.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/**
 * Sends an edit with an operation of the REST API and its id: it is not recorded twice, however late it is repeated.
 * @throws SyncFailure if the server neither accepted nor refused it
 */
export async function sendEdit(edit: EditRow, token: string, signal: AbortSignal): Promise<EditAnswer> {
  try {
    return { status: 'applied', result: await ask(edit, token, signal) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw new SyncFailure('no_answer', String(error));
    const { status, code, detail, retryAfterMs } = error;
    const kind = kindOfStatus(status);
    if (kind !== 'refused' && kind !== 'too_large') throw new SyncFailure(kind, detail, retryAfterMs);
    const issues = error.issues.map(({ loc, msg, type }) => ({ loc: [...loc], msg, type }));
    return { status: 'rejected', errors: [{ code, detail, ...(issues.length > 0 && { issues }) }] };
  }
}

async function ask(edit: EditRow, token: string, signal: AbortSignal): Promise<EditResult> {
  const { id, kind, asset_id: ref, task_id, calibration_id, label, payload, file } = edit;
  if (kind === 'calibration_file' && file !== null) {
    // The server has the same file under the same name only once, however often it arrives.
    const upload = new Blob([file], { type: payload });
    const params = { id: calibration_id ?? '' };
    const { created_at } = await call('addCalibrationFile', {
      params,
      query: { name: label },
      file: upload,
      token,
      signal
    });
    return { photo_file_id: null, updated_at: created_at };
  }
  if (kind === 'asset_photo' && file !== null) {
    const upload = new Blob([file], { type: payload });
    return stateOf(
      await call('putAssetPhoto', { params: { ref }, query: { upload_id: id }, file: upload, token, signal })
    );
  }
  const body = { ...(JSON.parse(payload) as TaskDoneBody), id };
  const params = { ref, id: task_id ?? '' };
  return stateOf(await call('recordTaskDone', { params, body, idempotencyKey: id, token, signal }));
}

const stateOf = ({ photo_file_id, updated_at }: EditResult): EditResult => ({ photo_file_id, updated_at });
