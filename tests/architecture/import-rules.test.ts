import { existsSync, readdirSync } from 'node:fs';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { importFault } from './import-rule.js';
import { AREAS, LAYERS } from './layers.js';

/** Lints a text as if it were the file, with the repository's own configuration. @returns messages of the import rule. */
async function faultsIn(file: string, text: string): Promise<string[]> {
  const [result] = await new ESLint().lintText(text, { filePath: file });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === 'house/imports').map(({ message }) => message);
}

describe('the configuration that lint runs with catches a forbidden import', () => {
  test('in a .ts file', async () => {
    const text = "import { openPool } from '#lib/server/db/pool.ts';\nexport const pool = openPool;\n";
    expect(await faultsIn('src/lib/ui/status/example.ts', text)).toEqual([
      'src/lib/ui/status must not import from src/lib/server/db'
    ]);
  });

  test('in a .svelte file, in its module script too', async () => {
    const text = `<script module lang="ts">
  import { openPool } from '#lib/server/db/pool.ts';
  export const pool = openPool;
</script>
<script lang="ts">
  import { localDatabase } from '#lib/client/database/local-database.ts';
  const database = localDatabase;
</script>
<p>{String(database)}</p>
`;
    expect(await faultsIn('src/lib/ui/status/Example.svelte', text)).toEqual([
      'src/lib/ui/status must not import from src/lib/server/db',
      'src/lib/ui/status must not import from src/lib/client/database'
    ]);
  });

  test('as a worker and as a pattern of files', async () => {
    const text = `export const worker = new Worker(new URL('../../client/analysis/analysis-worker.ts', import.meta.url));
export const all = import.meta.glob(['../../server/db/*.ts', '!../../server/db/pool.ts']);
export const own = import.meta.glob('./*.ts');
`;
    expect(await faultsIn('src/lib/ui/status/example.ts', text)).toEqual([
      'src/lib/ui/status must not import from src/lib/client/analysis',
      'src/lib/ui/status must not import from src/lib/server/db'
    ]);
  });

  test('in a .svelte.ts file, as a dynamic import, a re-export and an inline type', async () => {
    const text = `export { openPool } from '#lib/server/db/pool.ts';
export * from 'pg';
export const later = () => import('slonik');
export type Pool = import('#lib/server/db/pool.ts').Pool;
`;
    expect(await faultsIn('src/lib/client/state/example.svelte.ts', text)).toHaveLength(4);
  });

  test('of a schema, whose types alone go to the browser', async () => {
    const text =
      "import { calibrationSchema } from '#lib/contracts/calibrations.ts';\nexport const all = calibrationSchema;\n";
    const sent = "import { pushRequest } from '#sync/protocol/push.ts';\nexport const sent = pushRequest;\n";
    const faults = await Promise.all([
      faultsIn('src/routes/(app)/example.ts', text),
      faultsIn('src/lib/client/state/example.ts', text),
      faultsIn('src/lib/ui/status/example.ts', text),
      faultsIn('sync/client/example.ts', sent)
    ]);
    expect(faults.flat()).toEqual([
      'src/routes may import types of src/lib/contracts, nothing that runs',
      'src/lib/client/state may import types of src/lib/contracts, nothing that runs',
      'src/lib/ui/status may import types of src/lib/contracts, nothing that runs',
      'sync/client may import types of sync/protocol, nothing that runs'
    ]);
    expect(
      await faultsIn('sync/client/example.ts', "export { MAX_MUTATIONS } from '#sync/protocol/limits.ts';\n")
    ).toEqual([]);
  });

  test('and leaves what is allowed alone', async () => {
    const text = "import type { Asset } from '#lib/contracts/assets.ts';\nexport type Named = Pick<Asset, 'name'>;\n";
    expect(await faultsIn('src/lib/ui/status/example.ts', text)).toEqual([]);
  });
}, 60_000);

describe('who may import whom', () => {
  const allowed = (file: string, specifier: string, typeOnly = false) =>
    importFault(file, specifier, typeOnly) === null;

  test.each([
    ['src/lib/metrology/fit/a.ts', 'zod'],
    ['src/lib/metrology/fit/a.ts', 'node:crypto'],
    ['src/lib/metrology/fit/a.ts', '#lib/contracts/analysis-request.ts'],
    ['src/lib/contracts/a.ts', '#lib/metrology/analyze.ts'],
    ['src/lib/contracts/a.ts', '#lib/laboratory/refusal.ts'],
    ['src/lib/laboratory/a.ts', 'zod'],
    ['src/lib/laboratory/a.ts', '#lib/server/db/pool.ts'],
    ['src/lib/worksheet/form/a.ts', '#lib/ui/calibrate/grid-view.ts'],
    ['src/lib/worksheet/form/a.ts', '#lib/client/state/drafts.svelte.ts'],
    ['src/lib/worksheet/form/a.ts', '#lib/i18n/language.ts'],
    ['src/lib/worksheet/form/a.ts', 'svelte'],
    ['src/lib/numbers/a.ts', '#lib/metrology/analyze.ts'],
    ['sync/protocol/a.ts', '#lib/laboratory/actor.ts'],
    ['sync/client/a.ts', '#lib/client/database/device.ts'],
    ['sync/client/a.ts', 'dexie'],
    ['sync/server/a.server.ts', '#lib/server/http/endpoint.ts'],
    ['src/lib/server/db/a.ts', '#lib/server/use-cases/services.ts'],
    ['src/lib/server/use-cases/assets/b.ts', 'slonik'],
    ['src/lib/server/use-cases/assets/b.ts', '#lib/server/http/endpoint.ts'],
    ['src/lib/server/use-cases/assets/b.ts', '#lib/server/jobs/runner.ts'],
    ['src/lib/server/certificates/a.ts', '#lib/server/db/pool.ts'],
    ['src/lib/server/storage/a.ts', 'pg'],
    ['src/lib/client/state/a.ts', 'dexie'],
    ['src/lib/client/state/a.ts', '#lib/server/config.ts'],
    ['src/lib/ui/home/B.svelte', '#lib/client/state/a.svelte.ts'],
    ['src/lib/ui/home/B.svelte', 'node:fs'],
    ['src/routes/(app)/+page.svelte', '#lib/server/db/pool.ts'],
    ['src/routes/(app)/+page.svelte', '#sync/client/queue.ts'],
    ['src/routes/api/v1/assets/+server.ts', '#lib/server/db/pool.ts'],
    ['src/routes/api/v1/assets/+server.ts', '#sync/server/pull.server.ts'],
    ['src/service-worker/index.ts', '#lib/client/database/device.ts'],
    ['src/lib/ui/home/B.svelte', 'a-package-nobody-has-named'],
    ['src/lib/utils/a.ts', './b.ts'],
    // Inside the worksheet, the device, the screens and the use cases: nothing below imports what is above.
    ['src/lib/worksheet/typed/a.ts', '../rows/form-rows.ts'],
    ['src/lib/worksheet/sections/a.ts', '../form/calibrate-form.ts'],
    ['src/lib/worksheet/form/a.ts', '../edits/row-edits.ts'],
    ['src/lib/client/database/a.ts', '../state/queue.svelte.ts'],
    ['src/lib/client/state/a.ts', '../session/session.svelte.ts'],
    ['src/lib/client/state/a.ts', '../basis/find-basis.ts'],
    ['src/lib/client/a.ts', './api/call.ts'],
    ['src/lib/ui/form/A.svelte', '../home/DueTable.svelte'],
    ['src/lib/ui/status/A.svelte', '../form/TextField.svelte'],
    ['src/lib/ui/charts/a.ts', '../worksheet/grid-view.ts'],
    ['src/lib/ui/calibrate/A.svelte', '../probes/ProbesGrid.svelte'],
    ['src/lib/ui/home/A.svelte', '../assets/filter-assets.ts'],
    ['src/lib/ui/a-new-folder/A.svelte', './B.svelte'],
    ['src/lib/server/use-cases/accounts/a.ts', '#lib/server/use-cases/people/read-users.ts'],
    ['src/lib/server/use-cases/locations/a.ts', '#lib/server/use-cases/organizations/read-organizations.ts'],
    ['src/lib/server/use-cases/assets/a.ts', '#lib/server/use-cases/calibrations/get-calibration.ts'],
    ['src/lib/server/use-cases/a-new-area/a.ts', '#lib/server/use-cases/services.ts']
  ])('%s may not import %s', (file, specifier) => {
    expect(allowed(file, specifier)).toBe(false);
  });

  test.each([
    ['src/lib/ui/home/B.svelte', '#lib/contracts/assets.ts'],
    ['src/lib/server/http/a.ts', '#lib/server/use-cases/services.ts'],
    ['src/lib/worksheet/form/a.ts', '#lib/contracts/calibrations.ts'],
    ['src/lib/server/use-cases/assets/a.ts', 'zod'],
    ['src/lib/server/use-cases/assets/a.ts', 'slonik'],
    ['src/lib/laboratory/a.ts', '#lib/contracts/people.ts']
  ])('%s may import types of %s, nothing that runs', (file, specifier) => {
    expect(allowed(file, specifier, true)).toBe(true);
    expect(allowed(file, specifier)).toBe(false);
  });

  test.each([
    ['src/lib/contracts/a.ts', 'zod'],
    ['src/lib/contracts/a.ts', '#lib/laboratory/uuid.ts'],
    ['src/lib/server/db/a.ts', 'slonik'],
    ['src/lib/server/use-cases/assets/b.ts', '#lib/server/db/assets.ts'],
    ['src/lib/server/use-cases/assets/b.ts', '#lib/server/jobs/queue.ts'],
    ['src/routes/api/v1/sync/pull/+server.ts', '#sync/server/pull.server.ts'],
    ['src/routes/api/v1/assets/+server.ts', '#lib/server/use-cases/assets/read-assets.ts'],
    ['src/routes/(app)/+page.svelte', '#lib/ui/status/StatusChip.svelte'],
    ['src/lib/client/state/a.svelte.ts', '#sync/client/queue.ts'],
    ['src/lib/worksheet/edits/a.ts', '../sections/points.ts'],
    ['src/lib/client/session/a.ts', '../state/queue.svelte.ts'],
    ['src/lib/ui/calibrate/A.svelte', '../worksheet/WorkBar.svelte'],
    ['src/lib/ui/dialog/A.svelte', '../form/TextField.svelte'],
    ['src/lib/server/use-cases/certificates/a.ts', '#lib/server/use-cases/calibrations/get-calibration.ts'],
    ['src/lib/server/use-cases/certificates/a.ts', '#lib/server/use-cases/services.ts'],
    ['src/lib/server/db/a.pg.test.ts', '#lib/server/jobs/runner.ts']
  ])('%s may import %s', (file, specifier) => {
    expect(allowed(file, specifier)).toBe(true);
  });
});

test('an area of the use cases imports areas that are listed before it, so that none come round to themselves', () => {
  const order = Object.keys(AREAS);
  const backwards = Object.entries(AREAS).flatMap(([area, others]) =>
    others.filter((other) => order.indexOf(other) >= order.indexOf(area) || !order.includes(other))
  );
  expect(backwards).toEqual([]);
});

test('every folder that is layered has a layer of its own, and every layer is there', () => {
  // A screen may be announced before it is built.
  const missing = Object.keys(LAYERS).filter((layer) => !layer.startsWith('src/lib/ui/') && !existsSync(layer));
  expect(missing).toEqual([]);
  const parted = ['src/lib/worksheet', 'src/lib/client', 'src/lib/ui', 'src/lib/server/use-cases'];
  const folders = parted.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${root}/${name}`)
  );
  expect(folders.filter((folder) => !(folder in LAYERS))).toEqual([]);
});
