import { ApiError, OfflineError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import { DamagedFile } from '#lib/client/files/fetch-content.ts';
import { filesOnDeviceOf, type HolderId, type KnownFile } from '#lib/client/files/files-on-device.svelte.ts';
import { listFiles, openFile } from '#lib/client/files/record-files.ts';
import { edits, type OfAsset } from '#lib/client/state/edits.svelte.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { fileFault } from '#lib/ui/files/check-file.ts';
import { explainError } from '#lib/ui/form/explain-error.ts';
import { saveFile } from '#lib/ui/table/save-file.ts';
import { fetched } from './fetched.svelte.ts';

/** The files of a record, as its operations give and take them. */
export type FilesOf = {
  readonly holder: HolderId;
  readonly add: (file: File) => Promise<unknown>;
  /** Where files can be added without a network: the calibration that they are saved for. */
  readonly later?: { readonly calibrationId: string; readonly asset: OfAsset };
  /** Null where files stay for good. */
  readonly remove: ((fileId: string) => Promise<unknown>) | null;
};

export const filesOfAsset = (ref: string): FilesOf => ({
  holder: `asset:${ref}`,
  add: (file) => call('addAssetFile', { params: { ref }, query: { name: file.name }, file }),
  remove: (file_id) => call('deleteAssetFile', { params: { ref, file_id } })
});
export const filesOfProcedure = (id: string): FilesOf => ({
  holder: `procedure:${id}`,
  add: (file) => call('addProcedureFile', { params: { id }, query: { name: file.name }, file }),
  remove: (file_id) => call('deleteProcedureFile', { params: { id, file_id } })
});
export const filesOfCalibration = (id: string, asset: OfAsset): FilesOf => ({
  holder: `calibration:${id}`,
  add: (file) => call('addCalibrationFile', { params: { id }, query: { name: file.name }, file }),
  later: { calibrationId: id, asset },
  remove: null
});

export type UnsentFile = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly refused: boolean;
};
/** The files of a calibration that are on this device alone. */
export const unsentFilesOf = (calibrationId: string): readonly UnsentFile[] =>
  edits.all
    .filter(({ calibration_id: of, state }) => of === calibrationId && state !== 'applied')
    .map(({ id, label, file, state }) => ({ id, name: label, bytes: file?.size ?? 0, refused: state === 'refused' }));

/** The list of a record's files, and what is done with it. Call inside component initialisation. */
export function recordFiles(of: () => FilesOf, translate: () => Translate) {
  const holder = () => of().holder;
  const known = fetched((signal) => listFiles(holder(), signal));
  const held = filesOnDeviceOf(holder);
  /** As listed just now, or when they were last listed. */
  const files = $derived<readonly KnownFile[] | null>(known.current ?? held.current?.row.files ?? null);
  let opening = $state.raw<{ readonly id: string; readonly percent: number } | null>(null);
  let sending = $state<string | null>(null);
  let problems = $state.raw<readonly string[]>([]);

  const unsent = $derived.by(() => {
    const calibration = of().later?.calibrationId;
    return calibration === undefined ? null : unsentFilesOf(calibration);
  });
  // One that has arrived is in the server's list.
  const arriving = $derived(unsent?.length ?? 0);
  let before = 0;
  $effect(() => {
    if (arriving < before) known.again();
    before = arriving;
  });
  const keep =
    ({ asset, calibrationId }: NonNullable<FilesOf['later']>) =>
    (file: File) =>
      edits.calibrationFiles(asset, calibrationId, [file]);

  const explain = (name: string, error: unknown): string => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'wrong_type' || code === 'not_an_image') return translate()('files.fault.type', { values: { name } });
    if (code === 'too_large') return translate()('files.fault.size', { values: { name } });
    const reason = explainError(error, translate()).summary;
    return translate()('files.fault.other', { values: { name, reason } });
  };
  const explainOpening = (name: string, error: unknown): string => {
    const values = { name };
    if (error instanceof OfflineError) return translate()('files.not_opened.offline', { values });
    if (error instanceof DamagedFile) return translate()('files.not_opened.damaged', { values });
    const reason = explainError(error, translate()).summary;
    return translate()('files.not_opened.other', { values: { name, reason } });
  };
  async function attempt(work: () => Promise<unknown>) {
    problems = [];
    try {
      await work();
    } catch (error) {
      problems = [explainError(error, translate()).summary];
    }
  }
  return {
    known,
    held,
    get files(): readonly KnownFile[] | null {
      return files;
    },
    /** Saved on this device for the calibration; null where files need a network. */
    get unsent(): readonly UnsentFile[] | null {
      return unsent;
    },
    get opening(): { readonly id: string; readonly percent: number } | null {
      return opening;
    },
    get sending(): string | null {
      return sending;
    },
    get problems(): readonly string[] {
      return problems;
    },
    /** One after another: each has a message of its own. */
    async add(files: readonly File[]) {
      const { add: send, later } = of();
      const add = syncStatus.online || !later ? send : keep(later);
      problems = [];
      for (const file of files) {
        const fault = fileFault(file);
        sending = file.name;
        const problem = fault
          ? translate()(`files.fault.${fault}`, { values: { name: file.name } })
          : await add(file).then(
              () => null,
              (error: unknown) => explain(file.name, error)
            );
        if (problem !== null) problems = [...problems, problem];
      }
      sending = null;
      if (!syncStatus.online) return;
      await listFiles(holder()).then(
        (now) => (known.current = now),
        () => known.again()
      );
    },
    remove: (id: string) =>
      attempt(async () => {
        await of().remove?.(id);
        known.current = (known.current ?? []).filter((file) => file.id !== id);
        await listFiles(holder());
      }),
    /** Saves a file, from this device if it is here. */
    open: (id: string) =>
      attempt(async () => {
        const file = files?.find((one) => one.id === id);
        if (file === undefined || opening !== null) return;
        const onBytes = (received: number) => (opening = { id, percent: Math.floor((100 * received) / file.bytes) });
        onBytes(0);
        try {
          saveFile(await openFile(holder(), file, { online: syncStatus.online, onBytes }), file.name);
        } catch (error) {
          if (error instanceof ApiError) known.again();
          problems = [explainOpening(file.name, error)];
        } finally {
          opening = null;
        }
      })
  };
}
