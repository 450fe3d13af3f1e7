import { randomBytes } from 'node:crypto';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { resultToStore, toStore } from '#lib/metrology/as-stored.ts';
import { calibrationProfile } from '#lib/laboratory/calibration-profile.ts';
import { warningOfRecordingAgain } from '#lib/laboratory/calibration-warnings.ts';
import { isOutOfTolerance } from '#lib/laboratory/out-of-tolerance.ts';
import { statedCurve, storedCurve } from '#lib/laboratory/stored-curve.ts';
import { appendAudits, lockAuditChain } from '#lib/server/db/audit.ts';
import { insertPoints } from '#lib/server/db/calibration-points.ts';
import { takeChangeNumbers } from '#lib/server/db/counters.ts';
import { insertCalibrations, type NewCalibration } from '#lib/server/db/insert-calibrations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateNumbersOf, happened, versionsOf, type Versioned } from './give-numbers.ts';
import { freezeContext, type Numbered } from './freeze-context.ts';
import type { Plan } from './plan-calibration.ts';

/**
 * Writes planned calibrations with set-based statements. Locks are taken in the common order (db/counters.ts): versions
 * first, and last, organization by organization, the lock of all its writers.
 */
export async function writeCalibrations(
  tx: Tx,
  services: Services,
  actor: PersonActor,
  plans: readonly Plan[]
): Promise<void> {
  const recordedAt = services.now().toISOString();
  const versions = await versionsOf(tx, plans);
  await insertPoints(tx, plans.flatMap(analyzed));
  await enqueueAll(
    tx,
    plans.flatMap((planned) => {
      const payload = { calibration_id: planned.checked.submission.id };
      return [
        { name: NEXT[firstState(planned)], payload },
        ...(needsNotification(planned) ? [{ name: 'notify_out_of_tolerance' as const, payload }] : []),
        { name: 'notify_calibration_recorded' as const, payload }
      ];
    })
  );
  const rows: NewCalibration[] = [];
  for (const [organizationId, group] of byOrganization(plans, versions)) {
    const numbers = await takeNumbers(tx, services, actor, organizationId, group);
    group.forEach(({ plan, version }, i) => {
      const numbered: Numbered = {
        version,
        certificateNumber: numbers.certificates[i] ?? '',
        verifyToken: randomBytes(TOKEN_BYTES).toString('hex'),
        seq: numbers.change + 2 * i,
        certificateSeq: numbers.change + 2 * i + 1,
        recordedAt: plan.checked.submission.reported?.recordedAt ?? recordedAt
      };
      rows.push(rowOf(plan, actor, numbered, services.origin));
    });
  }
  await insertCalibrations(tx, rows);
}

/** Nobody guesses the address of a certificate, nor finds it by the id of its calibration, which is in links and exports. */
const TOKEN_BYTES = 16;

/** What happens to a certificate after its calibration was recorded. */
const NEXT = {
  held: 'notify_certificate_held',
  waiting_for_release: 'notify_release_waiting',
  pending: 'issue_certificate'
} as const;

function firstState({ heldFor, asset }: Plan): keyof typeof NEXT {
  if (heldFor.length > 0) return 'held';
  return asset.organization.release === 'second_person' ? 'waiting_for_release' : 'pending';
}

function needsNotification({ checked: { result } }: Plan): boolean {
  const conformity = result?.conformity;
  return conformity ? isOutOfTolerance(conformity) : false;
}

/** Audit chain, certificate numbers, change numbers: from here on every other writer of the organization waits. */
async function takeNumbers(
  tx: Tx,
  services: Services,
  actor: PersonActor,
  organizationId: string,
  group: readonly Versioned[]
): Promise<{ readonly certificates: readonly string[]; readonly change: number }> {
  await lockAuditChain(tx, organizationId);
  const certificates = await certificateNumbersOf(tx, services, organizationId, group);
  await appendAudits(
    tx,
    actor,
    organizationId,
    group.map(({ plan, version }, i) => ({
      ...happened(plan.checked.submission, { version, certificateNumber: certificates[i] ?? '' }),
      resource: {
        type: 'calibration',
        id: plan.checked.submission.id,
        label: `${plan.asset.asset_id}${plan.channel ? ` · ${plan.channel.name}` : ''} v${version}`
      }
    }))
  );
  return { certificates, change: await takeChangeNumbers(tx, organizationId, 2 * group.length) };
}

/** In the order of the organizations' ids, as all writers take the counters. */
function byOrganization(plans: readonly Plan[], versions: readonly number[]): [string, Versioned[]][] {
  const groups = new Map<string, Versioned[]>();
  plans.forEach((plan, i) => {
    const group = groups.get(plan.asset.organization_id) ?? [];
    group.push({ plan, version: versions[i] ?? 0 });
    groups.set(plan.asset.organization_id, group);
  });
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function analyzed({ checked: { submission, body, result }, asset }: Plan) {
  if (result === null || body.analysis === undefined) return [];
  return [{ id: submission.id, organizationId: asset.organization_id, request: body.analysis.request, result }];
}

function rowOf(plan: Plan, actor: PersonActor, numbered: Numbered, origin: string): NewCalibration {
  const { checked, asset, channel, reference } = plan;
  const { submission, body, result } = checked;
  const curve = body.coefficients_only;
  const context = freezeContext(plan, actor, numbered, origin);
  const again = submission.reported === undefined ? [] : [warningOfRecordingAgain(submission.reported, numbered)];
  return {
    id: submission.id,
    organization_id: asset.organization_id,
    asset,
    channel_id: channel?.id ?? null,
    version: numbered.version,
    kind: body.kind,
    calibration_date: body.calibration_date,
    due_date: plan.dueDate,
    calibration_location_id: plan.place?.id ?? null,
    procedure_id: plan.procedure?.id ?? null,
    procedure_revision: plan.procedure?.revision ?? null,
    reference_asset_id: reference?.asset.id ?? null,
    reference_channel_id: reference?.calibration.channel_id ?? null,
    reference_calibration_id: reference?.calibration.id ?? null,
    reference_superseded: plan.superseded,
    reference_reason: body.reference_reason || null,
    replaces_calibration_id: plan.replaces?.id ?? null,
    lab_name: body.lab_name ?? null,
    lab_certificate_number: body.lab_certificate_number ?? null,
    lab_accreditation: context.calibration.lab_accreditation,
    specification: plan.specification,
    received_on: context.calibration.received_on,
    item_condition: context.calibration.item_condition,
    customer_data: context.calibration.customer_data ?? [],
    coefficientsOnly: curve ?? null,
    environment: context.environment,
    customer: context.customer,
    notes: body.notes ?? null,
    recordedBy: { id: actor.userId, fullName: actor.fullName, role: actor.role },
    recordedAt: numbered.recordedAt,
    clockSkewSeconds: submission.clockSkewSeconds ?? null,
    engine: result?.engine ?? null,
    conforms: result?.conformity?.conforms ?? null,
    unit: plan.unit,
    measured_unit: plan.measuredUnit,
    curve: result ? storedCurve(result) : curve ? statedCurve(curve, plan.unit) : null,
    profile: result && body.analysis ? calibrationProfile(body.analysis.request, result) : null,
    expanded_uncertainty: result?.expanded_uncertainty ?? curve?.expanded_uncertainty ?? null,
    coverage_factor: result?.coverage_factor ?? curve?.coverage_factor ?? null,
    effective_degrees_of_freedom: result ? result.effective_degrees_of_freedom : (curve?.degrees_of_freedom ?? null),
    warnings: [...plan.warnings, ...again],
    request: body.analysis ? toStore(body.analysis.request) : null,
    result: result && resultToStore(result),
    deviceResult: checked.deviceResult && resultToStore(checked.deviceResult),
    certificateContext: context,
    verifyToken: numbered.verifyToken,
    certificateState: firstState(plan),
    release: asset.organization.release,
    heldFor: plan.heldFor,
    seq: numbered.seq,
    certificateSeq: numbered.certificateSeq
  };
}
