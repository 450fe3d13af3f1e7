/** Rows of work that continues after its request: exports, imports, and the operations that report it. */
import { randomUUID } from 'node:crypto';
import type { Asked, Row } from './rows.ts';
import { anyone, anyUser, editors, superadmins } from './rules.ts';
import type { Caller, Place, World } from './world.ts';

/** Somebody's export of what the place holds: the caller's own, but for those who may have none. */
async function exported({ run, boss, callers }: World, { id, mark }: Place, caller: Caller): Promise<string> {
  const operation = randomUUID();
  await run(
    `INSERT INTO operations (id, user_id, kind, request, state, finished_at, result, object_key, file_name)
     VALUES ($1, $2, 'assets_export', $3, 'done', now(), '{"assets": 1}', $4, 'assets.zip')`,
    [operation, caller === 'anonymous' ? boss.userId : callers[caller].userId, { organizationId: id, mark }, operation]
  );
  return operation;
}
const ofOperation = async (...about: [World, Place, Caller]) => ({ params: { id: await exported(...about) } });

/** Of the whole installation, one operation is done at a time; here none is done at all. */
const noneUnderWay =
  (asked: Asked = {}) =>
  async ({ run }: World) => {
    await run('DELETE FROM operations');
    return asked;
  };

export const exchangeRows: Readonly<Record<string, Row>> = {
  exportAssets: {
    rule: editors(202),
    ask: async ({ run }, { id }) => {
      await run('DELETE FROM operations');
      return { query: { organization_id: id } };
    }
  },
  exportSelectedAssets: {
    rule: editors(202),
    ask: async ({ run }, { id, assetId }) => {
      await run('DELETE FROM operations');
      return { body: { organization_id: id, refs: [assetId] } };
    }
  },
  getImportTemplate: { once: true, rule: anyUser(200), ask: () => ({}) },
  // Not a form: those who may import there get this answer.
  importAssets: {
    rule: (caller, standing) => (editors(202)(caller, standing) === 202 ? 415 : editors(202)(caller, standing)),
    ask: (_world, { id }) => ({ query: { organization_id: id } })
  },
  describeDatabase: { once: true, rule: superadmins(200), ask: () => ({}) },
  exportDatabase: { once: true, rule: superadmins(202), ask: noneUnderWay() },
  // Not a form: who may import gets this answer.
  importDatabase: { once: true, rule: superadmins(415), ask: noneUnderWay({ query: { dry_run: 'true' } }) },
  resetDatabase: { once: true, rule: superadmins(202), ask: noneUnderWay({ body: { confirm: 'RESET' } }) },
  fillDemonstration: { once: true, rule: superadmins(202), ask: noneUnderWay() },
  removeDemonstration: { once: true, rule: superadmins(404), ask: noneUnderWay({ body: { confirm: 'REMOVE' } }) },
  listOperations: { once: true, rule: anyUser(200), ask: () => ({}) },
  getOperation: { once: true, each: true, rule: anyUser(200), ask: ofOperation },
  cancelOperation: { once: true, each: true, rule: anyUser(204), ask: ofOperation },
  // A guess is never a valid token.
  downloadOperation: {
    once: true,
    each: true,
    rule: anyone(404),
    ask: async (...about) => ({ ...(await ofOperation(...about)), query: { token: 'guessed' } })
  }
};
