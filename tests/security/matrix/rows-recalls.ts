/** The rows of recalls: a reference that was voided after something was calibrated with it. */
import { randomUUID } from 'node:crypto';
import { handlers } from '#lib/server/jobs/registry.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { startRecall } from '#lib/server/use-cases/recalls/start-recall.ts';
import { externalBody, internalBody, MEASURING, recorded } from '../../support/calibrated-laboratory.ts';
import type { Row } from './rows.ts';
import { anyUser, historians, readers } from './rules.ts';
import type { Place, World } from './world.ts';

const unique = () => `N-${randomUUID().slice(0, 13)}`;

/** A voided calibration of a reference, and one that rests on it. */
async function freshVoided({ services, boss }: World, { id }: Place): Promise<{ voided: string; resting: string }> {
  const measured = () => ({ ...MEASURING, organization_id: id, name: unique(), asset_id: unique() });
  const reference = await createAsset(services, boss, { ...measured(), is_reference: true });
  const asset = await createAsset(services, boss, measured());
  const { id: voided } = await recorded(services, boss, externalBody(reference));
  const { id: resting } = await recorded(services, boss, internalBody({ asset, reference }));
  await voidCalibration(services, boss, voided, 'the wrong certificate');
  return { voided, resting };
}

async function freshRecall(world: World, place: Place) {
  const { voided, resting } = await freshVoided(world, place);
  const { id } = await startRecall(world.services, world.boss, voided);
  await handlers.compute_recall(world.services, { recall_id: id, round: 1 });
  return { params: { id }, resting };
}

export const recallRows: Readonly<Record<string, Row>> = {
  startRecall: {
    rule: historians(202),
    ask: async (world, place) => ({ params: { id: (await freshVoided(world, place)).voided } })
  },
  listRecalls: { rule: anyUser(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  getRecall: {
    rule: readers(200),
    ask: async (world, place) => ({ params: (await freshRecall(world, place)).params })
  },
  listRecallLines: {
    rule: readers(200),
    ask: async (world, place) => ({ params: (await freshRecall(world, place)).params })
  },
  recordLetters: {
    rule: historians(204),
    ask: async (world, place) => {
      const { params, resting } = await freshRecall(world, place);
      return { params, body: { letters: [{ recipient: 'Pump house', calibration_id: resting }] } };
    }
  },
  decideRecall: {
    rule: historians(200),
    ask: async (world, place) => {
      const { params, resting } = await freshRecall(world, place);
      return { params, body: { calibration_ids: [resting], disposition: 'no_action', reason: 'checked' } };
    }
  }
};
