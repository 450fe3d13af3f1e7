/** The bugs that the campaign must find: the six classic ones of sync.md first, then others that ours could have. */
import type { Edit, Mutant } from './mutant.ts';

const CALIBRATIONS = 'src/lib/server/use-cases/calibrations';

const IMPORTS_TRANSACTION: Edit = {
  file: `${CALIBRATIONS}/write-calibrations.ts`,
  find: 'export async function writeCalibrations(',
  replace:
    "import { transactionAsOfNow } from '#lib/server/db/transaction.ts';\nexport async function writeCalibrations("
};

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'time-cursor',
    bug: 'Changes are numbered by the time at which their transaction began: one that commits late is never pulled.',
    part: 'schema',
    edits: [
      {
        file: 'migrations/0001_people_and_organizations.sql',
        find: 'ON CONFLICT (organization_id) DO UPDATE SET last_seq = c.last_seq + n\n  RETURNING last_seq',
        replace:
          'ON CONFLICT (organization_id) DO UPDATE SET last_seq = greatest(c.last_seq, (extract(epoch FROM now()) * 1000)::bigint + n)\n' +
          '  RETURNING (extract(epoch FROM now()) * 1000)::bigint + n'
      }
    ]
  },
  {
    name: 'no-key',
    bug: 'Each attempt to send an entry has an id of its own: what was applied without an answer is applied again.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/choose-batch.ts',
        find: '  id: row.id,\n  type:',
        replace: '  id: row.attempts > 1 ? crypto.randomUUID() : row.id,\n  type:'
      },
      {
        file: 'sync/client/push-queue.ts',
        find: 'results.map((result) => [result.id, result])',
        replace: 'results.map((result, i) => [sending[i]?.id ?? result.id, result])'
      }
    ]
  },
  {
    name: 'key-outside-the-transaction',
    bug: 'An id is remembered as applied in a transaction of its own: if the other fails, the calibration is lost.',
    part: 'server',
    edits: [
      {
        file: `${CALIBRATIONS}/apply-batch.ts`,
        find: `await claimIds(
      tx,
      plans.map(({ checked: { submission, contentSha256 } }) => ({
        ...submission,
        contentSha256,
        userId: actor.userId
      }))
    );`,
        replace: `await transactionAsOfNow(services.pool, begun, (own) => claimIds(
      own,
      plans.map(({ checked: { submission, contentSha256 } }) => ({
        ...submission,
        contentSha256,
        userId: actor.userId
      }))
    ));`
      }
    ]
  },
  {
    name: 'ack-before-durable',
    bug: 'PostgreSQL confirms commits before they are on the disk.',
    part: 'server',
    edits: [
      {
        file: 'src/commands/start/complete-config.ts',
        find: "startEmbeddedServer(join(config.dataDir, 'postgres'), [],",
        replace: "startEmbeddedServer(join(config.dataDir, 'postgres'), ['-c', 'synchronous_commit=off'],"
      }
    ]
  },
  {
    name: 'wipe-on-401',
    bug: 'A device that is signed out empties its queue.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/sync-loop.ts',
        find: "report({ type: 'halted', kind: failure.kind });",
        replace:
          "report({ type: 'halted', kind: failure.kind });\n      void ports.queue.inState('waiting').then((rows) => ports.queue.change(rows.map(({ id }) => id), () => null as never));"
      }
    ]
  },
  {
    name: 'skip-on-error',
    bug: 'An entry that the server could not apply now counts as done.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/push-queue.ts',
        find: "      return {\n        type: 'deferred',",
        replace:
          "      return { type: 'applied', version: null, generation };\n      return {\n        type: 'deferred',"
      }
    ]
  },
  {
    name: 'batch-confirmed-without-results',
    bug: 'An answer that is cut off, or does not come, is taken for a yes.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/push-queue.ts',
        find: "      type: outcomeIsUnknown(failure.kind) ? 'unanswered' : 'undelivered'\n    }));",
        replace:
          "      ...(outcomeIsUnknown(failure.kind) ? { type: 'applied', version: null, generation: '' } : { type: 'undelivered' })\n    }) as never);"
      }
    ]
  },
  {
    name: 'version-outside-the-transaction',
    bug: 'Versions are counted in a transaction of their own: a recording that fails leaves a gap.',
    part: 'server',
    edits: [
      {
        file: `${CALIBRATIONS}/write-calibrations.ts`,
        find: 'await versionsOf(tx, plans)',
        replace: 'await transactionAsOfNow(services.pool, actor, (own) => versionsOf(own, plans))'
      },
      IMPORTS_TRANSACTION
    ]
  },
  {
    name: 'job-before-commit',
    bug: 'Jobs are queued in a transaction of their own: they run before their calibration exists, or without it.',
    part: 'server',
    edits: [
      {
        file: `${CALIBRATIONS}/write-calibrations.ts`,
        find: 'await enqueueAll(\n    tx,',
        replace: 'await transactionAsOfNow(services.pool, actor, (own) => enqueueAll(\n    own,'
      },
      {
        file: `${CALIBRATIONS}/write-calibrations.ts`,
        find: '    })\n  );\n  const rows: NewCalibration[] = [];',
        replace: '    })\n  ));\n  const rows: NewCalibration[] = [];'
      },
      IMPORTS_TRANSACTION
    ]
  },
  {
    name: 'told-at-every-attempt',
    bug: 'A job that runs again tells people again.',
    part: 'server',
    edits: [
      {
        file: 'src/lib/server/db/notifications.ts',
        find: 'SELECT id, user_id, category, parameters, asset_id, organization_id, event_key, of_reader\n    FROM jsonb',
        replace:
          "SELECT id, user_id, category, parameters, asset_id, organization_id, event_key || ':' || id, of_reader\n    FROM jsonb"
      }
    ]
  },
  {
    name: 'unknown-commit-is-a-refusal',
    bug: 'If the connection breaks during a commit, the device learns that its calibration was refused.',
    part: 'server',
    edits: [
      {
        file: `${CALIBRATIONS}/apply-waves.ts`,
        find: 'if (thrown instanceof OutcomeUnknown) throw thrown;',
        replace:
          "if (thrown instanceof OutcomeUnknown || isTransient(thrown)) return wave.map(([index]) => [index, { status: 'rejected', reason: new RightsEnded() as never }]);"
      }
    ]
  },
  {
    name: 'claims-of-the-dead-last',
    bug: 'A process that dies while it makes a certificate keeps it for a day.',
    part: 'server',
    edits: [
      {
        file: 'src/lib/server/db/certificate-claims.ts',
        find: 'export const CLAIM_SECONDS = 30;',
        replace: 'export const CLAIM_SECONDS = 86_400;'
      }
    ]
  },
  {
    name: 'jobs-of-the-dead-stay-locked',
    bug: 'Jobs of a process that has died wait for the four hours of the queue.',
    part: 'server',
    edits: [
      {
        file: 'src/lib/server/jobs/worker-presence.ts',
        find: "if (dead.length > 0) await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [dead]);",
        replace: ''
      }
    ]
  },
  {
    name: 'dead-tab-sends-for-ever',
    bug: 'What a tab was sending when it died is never sent again.',
    part: 'client',
    edits: [{ file: 'sync/client/sync-loop.ts', find: 'let interrupted = true;', replace: 'let interrupted = false;' }]
  },
  {
    name: 'full-device-sends-for-ever',
    bug: 'An answer that could not be written down leaves its entry in state sending.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/sync-loop.ts',
        find: '      interrupted = true;\n      for (const name of collections)',
        replace: '      for (const name of collections)'
      }
    ]
  },
  {
    name: 'nothing-offered-again',
    bug: 'After older data were restored, a device keeps what these lack to itself.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/begin-anew.ts',
        find: '  if (older) await offerAgain(ports, () => true);',
        replace: ''
      }
    ]
  },
  {
    name: 'nothing-swept',
    bug: 'After older data were restored, a device keeps records that no longer exist.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/pull-collection.ts',
        find: '  await replica.removeOlder(collection, reached.epoch);',
        replace: ''
      }
    ]
  },
  {
    name: 'back-without-its-records',
    bug: 'A member who comes back gets only what changed meanwhile, not what was removed from the device.',
    part: 'client',
    edits: [
      {
        file: 'sync/client/pull-collection.ts',
        find: ' || dropped.some((stream) => !answer.removed.includes(stream))',
        replace: ''
      }
    ]
  }
];
