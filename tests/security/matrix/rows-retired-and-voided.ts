/** What is retired or voided, and what is not when it should be: the same callers, about the same organizations. */
import type { EndpointName } from '#lib/contracts/endpoints.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { externalBody } from '../../support/calibrated-laboratory.ts';
import { PASSWORD } from '../../support/people.ts';
import { freshAsset, freshCalibration, freshHeld, freshWaiting, unique, type Asked, type Row } from './rows.ts';
import { anyUser, editors, historians, insiders, readers, releasers, voiders, type Rule } from './rules.ts';
import type { Place, World } from './world.ts';

const retired = async (world: World, place: Place) => {
  const asset = await freshAsset(world, place);
  await retireAsset(world.services, world.boss, { ref: asset.id });
  return asset;
};
const ofRetired = async (world: World, place: Place): Promise<Asked> => ({
  params: { ref: (await retired(world, place)).id }
});
const ofVoided = async (world: World, place: Place): Promise<Asked> => {
  const id = await freshCalibration(world, place);
  await voidCalibration(world.services, world.boss, id, null);
  return { params: { id } };
};
const ofValid = async (world: World, place: Place): Promise<Asked> => ({
  params: { id: await freshCalibration(world, place) }
});
const ofActive = async (world: World, place: Place): Promise<Asked> => ({
  params: { ref: (await freshAsset(world, place)).id }
});
const ofHeld = async (world: World, place: Place): Promise<Asked> => ({
  params: { id: await freshHeld(world, place) }
});
const ofHeldAndVoided = async (world: World, place: Place): Promise<Asked> => {
  const id = await freshHeld(world, place);
  await voidCalibration(world.services, world.boss, id, null);
  return { params: { id } };
};
const kept =
  (of: (world: World, place: Place) => Promise<Asked>): Row['ask'] =>
  async (world, place) => ({ ...(await of(world, place)), body: { reason: 'checked' } });
const ofWaiting = async (world: World, place: Place): Promise<Asked> => ({
  params: { id: await freshWaiting(world, place) }
});
const ofValidForReview = async (world: World, place: Place): Promise<Asked> => {
  // Gives the right.
  await freshWaiting(world, place);
  return ofValid(world, place);
};
const ofWaitingAndVoided = async (world: World, place: Place): Promise<Asked> => {
  const id = await freshWaiting(world, place);
  await voidCalibration(world.services, world.boss, id, null);
  return { params: { id } };
};
const withBody =
  (body: object) =>
  (of: (world: World, place: Place) => Promise<Asked>): Row['ask'] =>
  async (world, place) => ({ ...(await of(world, place)), body });
const releasing = withBody({ password: PASSWORD });
const returning = withBody({ reason: 'Point 3' });
const answering = withBody({ answer: 'It is so' });
const row = (rule: Rule, ask: Row['ask']): Row => ({ rule, ask });

export const retiredAndVoidedRows: readonly (readonly [EndpointName, string, Row])[] = [
  ['getAsset', 'of a retired one', row(readers(200), ofRetired)],
  [
    'listAssets',
    'that are retired',
    row(anyUser(200), (_world, { id }) => ({ query: { organization_id: id, status: 'retired' } }))
  ],
  [
    'updateAsset',
    'of a retired one',
    row(editors(200), async (world, place) => ({ ...(await ofRetired(world, place)), body: { name: unique() } }))
  ],
  ['getSticker', 'of a retired one', row(readers(200), ofRetired)],
  [
    'printStickers',
    'of a retired one',
    row(readers(200), async (world, place) => ({
      body: { refs: [(await retired(world, place)).id], format: 'pdf', size: '1x0.5' }
    }))
  ],
  ['retireAsset', 'of a retired one', row(editors(204), ofRetired)],
  ['restoreAsset', 'of one in use', row(editors(200), ofActive)],
  [
    'takeAssetOutOfService',
    'of a retired one',
    row(editors(409), async (world, place) => ({ ...(await ofRetired(world, place)), body: { reason: 'dropped' } }))
  ],
  ['putAssetBackIntoService', 'of one in service', row(editors(204), ofActive)],
  ['listAssetAuditLogs', 'of a retired one', row(insiders(200), ofRetired)],
  ['listAssetCalibrations', 'of a retired one', row(readers(200), ofRetired)],
  [
    'createCalibration',
    'of a retired asset',
    row(editors(201), async (world, place) => ({ body: externalBody(await retired(world, place)) }))
  ],
  [
    'listCalibrations',
    'with the voided ones',
    row(readers(200), (_world, { assetId }) => ({ query: { asset: assetId, include_voided: 'true' } }))
  ],
  ['getCalibration', 'of a voided one', row(readers(200), ofVoided)],
  ['getCertificate', 'of a voided one', row(readers(200), ofVoided)],
  ['downloadCertificate', 'of a voided one', row(readers(200), ofVoided)],
  ['downloadDcc', 'of a voided one', row(readers(200), ofVoided)],
  ['downloadDcc', 'that is held', row(readers(409), ofHeld)],
  ['voidCalibration', 'of a voided one', row(voiders(409), ofVoided)],
  ['restoreCalibration', 'of a valid one', row(voiders(409), ofValid)],
  ['keepCalibration', 'that is not held', row(historians(409), kept(ofValid))],
  ['keepCalibration', 'that is held and voided', row(historians(409), kept(ofHeldAndVoided))],
  ['reissueCertificate', 'that has not failed', row(historians(409), kept(ofValid))],
  ['reissueCertificate', 'that is held', row(historians(409), kept(ofHeld))],
  ['releaseCalibration', 'that does not wait', row(releasers(409), releasing(ofValidForReview))],
  ['releaseCalibration', 'that was voided', row(releasers(409), releasing(ofWaitingAndVoided))],
  ['returnCalibration', 'that was voided', row(releasers(409), returning(ofWaitingAndVoided))],
  ['answerReturn', 'that was not returned', row(editors(409), answering(ofWaiting))],
  ['getCertificate', 'that waits for release', row(readers(409), ofWaiting)],
  ['getCertificate', 'that is held', row(readers(409), ofHeld)],
  ['getCertificateSignature', 'of one that is held', row(readers(404), ofHeld)],
  ['downloadCertificate', 'that is held', row(readers(409), ofHeld)]
];
