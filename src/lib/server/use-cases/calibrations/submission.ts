import type { CalibrationHeader, CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { CalibrationWarning } from '#lib/laboratory/calibration-warnings.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisResult } from '#lib/metrology/types.ts';
import type { IssuedNumbers } from './receipt.ts';

/** A calibration to be recorded: a single one from the API, one of several from a device. */
export type Submission = {
  /** The calibration's id, and permanently the key under which it is applied once. */
  readonly id: string;
  /** SHA-256 of the payload as received, hex. */
  readonly payloadSha256: string;
  /** SHA-256 of its content, if known before it is read (payload-digest.ts). */
  readonly contentSha256?: string | undefined;
  /** Reads the payload. @throws InvalidInput */
  readonly read: () => Promise<CreateCalibrationBody>;
  /** What the author's device knew of the asset when saving. */
  readonly assetSeenAt?: string | undefined;
  /** The numbers from when it was recorded before, in data that are lost. */
  readonly reported?: IssuedNumbers | undefined;
  /** How often a device has sent it, this time included. */
  readonly attempt?: number | undefined;
  /** It was saved on a device that could not know the current state of the reference: problems hold the certificate. */
  readonly fromDevice?: boolean | undefined;
  /** The offset of the device's clock, if more than five minutes. */
  readonly clockSkewSeconds?: number | undefined;
};

/** A well-formed submission with results confirmed by the server. */
export type Checked = {
  readonly submission: Submission;
  readonly body: CreateCalibrationBody;
  /** SHA-256 of the payload's content, hex (payload-digest.ts). */
  readonly contentSha256: string;
  readonly result: AnalysisResult | null;
  /** The device's result, kept if another engine computed it. */
  readonly deviceResult: AnalysisResult | null;
  readonly warnings: readonly CalibrationWarning[];
};

/** An expected refusal. */
export type Rejection = InvalidInput | Refusal | AnalysisRefusal;
export const isRejection = (thrown: unknown): thrown is Rejection =>
  thrown instanceof InvalidInput || thrown instanceof Refusal || thrown instanceof AnalysisRefusal;

/** The server was too busy; the calibration itself is not refused. */
export const isBusy = (thrown: unknown): boolean =>
  thrown instanceof Refusal && (thrown.code === 'analysis_too_long' || thrown.code === 'too_many_requests');

export type Outcome =
  /** The stored record; `null` if the author may no longer read it. */
  | { readonly status: 'applied' | 'duplicate'; readonly record: CalibrationHeader | null }
  /** Nothing was written, nothing is remembered. */
  | { readonly status: 'rejected'; readonly reason: Rejection }
  /** Nothing was written; the same may succeed later. */
  | { readonly status: 'retry'; readonly reason: unknown; readonly afterSeconds: number };

/** Ids of calibrations that the body refers to. */
export const namedCalibrations = ({ analysis, replaces_calibration_id: replaced }: CreateCalibrationBody): string[] => {
  const request = analysis?.request;
  const named = [replaced, request?.uncertainty.reference_standard?.calibration_id];
  return named.flatMap((id) => id ?? []);
};
