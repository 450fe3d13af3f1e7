import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { CertificateState, Release } from '#lib/records/certificate-states.ts';
import { json, type Column } from './column.ts';
import { insertRows } from './insert-rows.ts';
import type { Tx } from './transaction.ts';

type Stored =
  | 'id' | 'version' | 'kind' | 'organization_id' | 'channel_id' | 'calibration_date' | 'due_date'
  | 'calibration_location_id' | 'procedure_id' | 'procedure_revision' | 'reference_asset_id' | 'reference_channel_id'
  | 'reference_calibration_id' | 'reference_superseded' | 'reference_reason' | 'customer' | 'replaces_calibration_id' | 'lab_name'
  | 'lab_certificate_number' | 'lab_accreditation' | 'specification' | 'received_on' | 'item_condition' | 'customer_data' | 'environment' | 'notes' | 'conforms' | 'unit' | 'measured_unit' | 'curve' | 'profile'
  | 'expanded_uncertainty' | 'coverage_factor' | 'effective_degrees_of_freedom' | 'engine'; // prettier-ignore

/** A calibration as stored; its points are separate rows. */
export type NewCalibration = Pick<CalibrationHeader, Stored> & {
  readonly asset: { readonly id: string; readonly asset_id: string; readonly name: string };
  readonly recordedBy: { readonly id: string; readonly fullName: string; readonly role: string };
  readonly recordedAt: string;
  readonly clockSkewSeconds: number | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly coefficientsOnly: object | null;
  readonly request: AnalysisRequest | null;
  readonly result: AnalysisResult | null;
  readonly deviceResult: AnalysisResult | null;
  readonly certificateContext: CertificateContext;
  readonly verifyToken: string;
  readonly seq: number;
  readonly certificateSeq: number;
  readonly certificateState: CertificateState;
  readonly release: Release;
  /** Codes of the warnings that the certificate is held for. */
  readonly heldFor: readonly string[];
};

const columns: readonly Column<NewCalibration>[] = [
  { name: 'id', type: 'uuid', of: (row) => row.id },
  { name: 'organization_id', type: 'uuid', of: (row) => row.organization_id },
  { name: 'asset_id', type: 'uuid', of: (row) => row.asset.id },
  { name: 'channel_id', type: 'uuid', of: (row) => row.channel_id },
  { name: 'asset_label', type: 'text', of: (row) => row.asset.asset_id },
  { name: 'asset_name', type: 'text', of: (row) => row.asset.name },
  { name: 'version', type: 'int4', of: (row) => row.version },
  { name: 'kind', type: 'text', of: (row) => row.kind },
  { name: 'calibration_date', type: 'date', of: (row) => row.calibration_date },
  { name: 'due_date', type: 'date', of: (row) => row.due_date },
  { name: 'calibration_location_id', type: 'uuid', of: (row) => row.calibration_location_id },
  { name: 'procedure_id', type: 'uuid', of: (row) => row.procedure_id },
  { name: 'procedure_revision', type: 'int4', of: (row) => row.procedure_revision },
  { name: 'reference_asset_id', type: 'uuid', of: (row) => row.reference_asset_id },
  { name: 'reference_channel_id', type: 'uuid', of: (row) => row.reference_channel_id },
  { name: 'reference_calibration_id', type: 'uuid', of: (row) => row.reference_calibration_id },
  { name: 'reference_superseded', type: 'bool', of: (row) => row.reference_superseded },
  { name: 'reference_reason', type: 'text', of: (row) => row.reference_reason },
  { name: 'replaces_calibration_id', type: 'uuid', of: (row) => row.replaces_calibration_id },
  { name: 'lab_name', type: 'text', of: (row) => row.lab_name },
  { name: 'lab_certificate_number', type: 'text', of: (row) => row.lab_certificate_number },
  { name: 'lab_accreditation', type: 'text', of: (row) => row.lab_accreditation },
  { name: 'specification', type: 'text', of: (row) => row.specification },
  { name: 'received_on', type: 'date', of: (row) => row.received_on },
  { name: 'item_condition', type: 'text', of: (row) => row.item_condition },
  { name: 'customer_data', type: 'jsonb', of: (row) => json(row.customer_data) },
  { name: 'coefficients_only', type: 'jsonb', of: (row) => json(row.coefficientsOnly) },
  { name: 'environment', type: 'jsonb', of: (row) => json(row.environment) },
  { name: 'customer', type: 'jsonb', of: (row) => json(row.customer) },
  { name: 'notes', type: 'text', of: (row) => row.notes },
  { name: 'recorded_by', type: 'uuid', of: (row) => row.recordedBy.id },
  { name: 'recorded_by_name', type: 'text', of: (row) => row.recordedBy.fullName },
  { name: 'recorded_by_role', type: 'text', of: (row) => row.recordedBy.role },
  { name: 'recorded_at', type: 'timestamptz', of: (row) => row.recordedAt },
  { name: 'clock_skew_seconds', type: 'int4', of: (row) => row.clockSkewSeconds },
  { name: 'engine', type: 'text', of: (row) => row.engine },
  { name: 'conforms', type: 'bool', of: (row) => row.conforms },
  { name: 'unit', type: 'text', of: (row) => row.unit },
  { name: 'measured_unit', type: 'text', of: (row) => row.measured_unit },
  { name: 'curve', type: 'jsonb', of: (row) => json(row.curve) },
  { name: 'profile', type: 'jsonb', of: (row) => json(row.profile) },
  { name: 'expanded_uncertainty', type: 'float8', of: (row) => row.expanded_uncertainty },
  { name: 'coverage_factor', type: 'float8', of: (row) => row.coverage_factor },
  { name: 'effective_degrees_of_freedom', type: 'float8', of: (row) => row.effective_degrees_of_freedom },
  { name: 'warnings', type: 'jsonb', of: (row) => json(row.warnings) },
  { name: 'analysis_request', type: 'jsonb', of: (row) => json(row.request && withoutRuns(row.request)) },
  { name: 'result', type: 'jsonb', of: (row) => json(row.result && withoutRuns(row.result)) },
  { name: 'device_result', type: 'jsonb', of: (row) => json(row.deviceResult) },
  { name: 'certificate_context', type: 'jsonb', of: (row) => json(row.certificateContext) },
  { name: 'certificate_number', type: 'text', of: (row) => row.certificateContext.certificate_number },
  { name: 'seq', type: 'int8', of: (row) => row.seq }
];

const certificateColumns: readonly Column<NewCalibration>[] = [
  { name: 'calibration_id', type: 'uuid', of: (row) => row.id },
  { name: 'organization_id', type: 'uuid', of: (row) => row.organization_id },
  { name: 'state', type: 'text', of: (row) => row.certificateState },
  { name: 'release', type: 'text', of: (row) => row.release },
  { name: 'held_for', type: 'jsonb', of: (row) => json(row.heldFor) },
  { name: 'verify_token', type: 'text', of: (row) => row.verifyToken },
  { name: 'seq', type: 'int8', of: (row) => row.certificateSeq }
];

/** Writes calibrations and the rows of their certificates, with one statement each. */
export async function insertCalibrations(tx: Tx, calibrations: readonly NewCalibration[]): Promise<void> {
  await insertRows(tx, 'calibrations', columns, calibrations);
  await insertRows(tx, 'certificates', certificateColumns, calibrations);
}

const RUNS = ['points', 'as_found_points', 'verification_points'];
/** Request or result without its points, which are rows of their own. */
export const withoutRuns = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !RUNS.includes(name)));
