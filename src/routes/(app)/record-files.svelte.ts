import { ApiError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { fileFault } from '#lib/ui/files/check-file.ts';
import { explainError } from '#lib/ui/form/explain-error.ts';
import { fetched } from './fetched.svelte.ts';

/** The files of a record, as its operations give and take them. */
export type FilesOf = {
  readonly list: (signal?: AbortSignal) => ReturnType<typeof call<'listAssetFiles'>>;
  readonly add: (file: File) => Promise<unknown>;
  /** Null where files stay for good. */
  readonly remove: ((fileId: string) => Promise<unknown>) | null;
};

export const filesOfAsset = (ref: string): FilesOf => ({
  list: (signal) => call('listAssetFiles', { params: { ref }, ...(signal && { signal }) }),
  add: (file) => call('addAssetFile', { params: { ref }, query: { name: file.name }, file }),
  remove: (file_id) => call('deleteAssetFile', { params: { ref, file_id } })
});
export const filesOfProcedure = (id: string): FilesOf => ({
  list: (signal) => call('listProcedureFiles', { params: { id }, ...(signal && { signal }) }),
  add: (file) => call('addProcedureFile', { params: { id }, query: { name: file.name }, file }),
  remove: (file_id) => call('deleteProcedureFile', { params: { id, file_id } })
});
export const filesOfCalibration = (id: string): FilesOf => ({
  list: (signal) => call('listCalibrationFiles', { params: { id }, ...(signal && { signal }) }),
  add: (file) => call('addCalibrationFile', { params: { id }, query: { name: file.name }, file }),
  remove: null
});

/** The list of a record's files, and what is done with it. Call inside component initialisation. */
export function recordFiles(of: () => FilesOf, translate: () => Translate) {
  const known = fetched((signal) => of().list(signal));
  let sending = $state<string | null>(null);
  let problems = $state.raw<readonly string[]>([]);

  const explain = (name: string, error: unknown): string => {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'wrong_type' || code === 'not_an_image') return translate()('files.fault.type', { values: { name } });
    if (code === 'too_large') return translate()('files.fault.size', { values: { name } });
    const reason = explainError(error, translate()).summary;
    return translate()('files.fault.other', { values: { name, reason } });
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
    get sending(): string | null {
      return sending;
    },
    get problems(): readonly string[] {
      return problems;
    },
    /** One after another: each is told of by itself. */
    async add(files: readonly File[]) {
      const { add, list } = of();
      problems = [];
      for (const file of files) {
        const fault = fileFault(file);
        sending = file.name;
        const told = fault
          ? translate()(`files.fault.${fault}`, { values: { name: file.name } })
          : await add(file).then(
              () => null,
              (error: unknown) => explain(file.name, error)
            );
        if (told !== null) problems = [...problems, told];
      }
      sending = null;
      await list().then(
        (now) => (known.current = now),
        () => known.again()
      );
    },
    remove: (id: string) =>
      attempt(async () => {
        await of().remove?.(id);
        known.current = (known.current ?? []).filter((file) => file.id !== id);
      }),
    /** Addresses end after an hour, so each download asks for another one. */
    download: (id: string) =>
      attempt(async () => {
        const now = await of().list();
        known.current = now;
        const file = now.find((one) => one.id === id);
        if (file === undefined) return;
        const link = document.createElement('a');
        Object.assign(link, { href: new URL(file.url).pathname + new URL(file.url).search, download: file.name });
        link.click();
      })
  };
}
