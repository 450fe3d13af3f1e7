import { openPool } from '#lib/server/db/pool.ts';
import { declareRestored } from '#lib/server/use-cases/copies/notice-copy.ts';
import { everywhere, over, type Fault } from '../fault.ts';
import { until } from '../healing.ts';
import { register } from '../laboratory.ts';

/** Somebody's transaction, which has changed an instrument, stays open while devices push and pull, and is committed after them. */
export const transactionOpen: Fault = {
  name: 'transaction-open',
  isPossible: everywhere,
  inflict: async ({ postgres, laboratory }, chance) => {
    const note = `Seen ${chance.between(1, 1_000_000)}`;
    return postgres.hold('UPDATE assets SET description = $1 WHERE id = $2', [note, laboratory.reference.id]);
  }
};

const PULLED_WITHIN_SECONDS = 20;

/**
 * The database is put back to an older copy: without calibrations that devices know as applied, which must come back, and without an
 * instrument that they have pulled, which must go.
 */
export const olderDatabase: Fault = {
  name: 'older-database',
  isPossible: ({ kind }) => kind === 'embedded',
  inflict: async ({ app, backUp, devices, laboratory }) => {
    const putBack = await backUp();
    const { id } = await register(app.origin, laboratory, 'NEW-001');
    devices.forEach((device) => device.save());
    // One whose tab was ended by an earlier fault has nothing to lose.
    await until(
      () => Promise.resolve(devices.flatMap((device) => (device.holds().has(`assets/${id}`) ? [] : ['not pulled']))),
      PULLED_WITHIN_SECONDS
    );
    return putBack;
  }
};

/** An operator declares the data another copy than before (`npm run restored`): devices offer again what they sent, and pull anew. */
export const generationRenewed: Fault = {
  name: 'generation-renewed',
  isPossible: everywhere,
  inflict: async ({ postgres }) => {
    const pool = await openPool(await postgres.url(), 1);
    await declareRestored({ pool }).finally(() => pool.end());
    return over;
  }
};
