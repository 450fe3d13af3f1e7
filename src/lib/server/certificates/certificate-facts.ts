import type { CoefficientsOnly } from '#lib/contracts/calibrations.ts';
import type { CertificateContext } from '#lib/contracts/certificate-context.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

/** A calibration of which only the curve is known, as external laboratories report it. */
export type CurveOnly = Readonly<CoefficientsOnly>;

/** The results of the calibration: an analysis with its request, or only a curve. */
export type CertificateFindings =
  | { readonly request: AnalysisRequest; readonly result: AnalysisResult; readonly coefficientsOnly: null }
  | { readonly request: null; readonly result: null; readonly coefficientsOnly: CurveOnly };

/** A calibration to certify, and why and when it is printed. */
export type CertificateCase = CertificateFindings & {
  readonly context: CertificateContext;
  /** The warnings of the engine and of the recording; the certificate repeats those its reader must know. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly voided: { readonly at: string; readonly reason: string | null } | null;
  /** Why a reference in doubt was used. */
  readonly referenceReason?: string | null;
  /** Who decided to issue it although it was held. */
  readonly kept?: { readonly name: string; readonly at: string; readonly reason: string } | null;
  /** A fresh print of an issued certificate says so, with the date. */
  readonly copyOf: { readonly printedAt: Date } | null;
  readonly issuedAt: Date;
  /** IANA name: the days of issue, of recording and of voiding are those of the laboratory's own calendar. */
  readonly timeZone: string;
  readonly logo?:
    | { readonly bytes: Uint8Array; readonly format: 'png' | 'jpeg'; readonly width: number; readonly height: number }
    | undefined;
};

/** Everything that a certificate prints. Equal facts give equal documents. */
export type CertificateFacts = CertificateCase & {
  /** The key that is going to sign. */
  readonly signing: { readonly name: string; readonly fingerprintSha256: string; readonly notAfter: Date };
};

/** The name under which the laboratory certifies and signs: its full one, if it has one. */
export const laboratoryName = ({ full_name, name }: CertificateContext['organization']): string => full_name ?? name;

/** The record of another laboratory's results, not a certificate of this one. */
export const isExternal = ({ context }: Pick<CertificateCase, 'context'>): boolean =>
  context.calibration.kind === 'external';
