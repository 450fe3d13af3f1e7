/** The public verification page behind the code on a certificate (`/verify/{token}`): 128 random bits, or, on those recorded before, the id of the calibration. */
import { z } from 'zod';
import { MIB } from './operation.ts';
import { calendarDate, instant } from './primitives.ts';

/** Larger than any of our certificates, with some room for the multipart form. */
export const LARGEST_CERTIFICATE = 20 * MIB;

const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A SHA-256 in 64 hexadecimal digits');

const namedCertificate = z.strictObject({ name: z.string().max(500), fingerprint_sha256: sha256 });
export type NamedCertificate = z.infer<typeof namedCertificate>;

/** A chain has eight certificates at most. */
const MOST_ABOVE = 7;
const timeStampFault = z
  .enum(['unreadable', 'signature', 'imprint', 'purpose', 'time', 'expired'])
  .describe(
    'imprint: it is about something else; purpose: its certificate is not for time stamps alone; time: it lies in the future, or outside the validity of its certificate; expired: the certificate of the signer was not valid then'
  );
export type TimeStampFault = z.infer<typeof timeStampFault>;

const timeStampCheck = z.strictObject({
  fault: timeStampFault.nullable().describe('null: it is about this signature, and its own signature is right'),
  at: instant.nullable().describe('When it was made; null with a fault'),
  by: z
    .array(namedCertificate)
    .max(MOST_ABOVE + 1)
    .describe('Whose it is, and the authorities above; empty with a fault')
});
export type TimeStampCheck = z.infer<typeof timeStampCheck>;
/** A chain with its own certificate. */
const stampedBy = z.array(namedCertificate).max(MOST_ABOVE + 1);
/** PAdES (ETSI EN 319 142-1), each with all of those before: signed; with a time stamp; with proofs; with a time stamp over the proofs. */
export const SIGNATURE_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** Why the signature of a certificate cannot be checked for longer. */
export const SIGNATURE_LACKS = [
  'closed',
  'no_server',
  'time_stamp',
  'status',
  'revoked',
  'untrusted',
  'file',
  'other'
] as const;
export type SignatureLack = (typeof SIGNATURE_LACKS)[number];

/** The signature of an issued certificate, and the files of it. */
export const certificateSignatureSchema = z.strictObject({
  level: z
    .enum(SIGNATURE_LEVELS)
    .nullable()
    .describe('PAdES, of the file as it is downloaded now; null: not known yet'),
  holds_until: instant
    .nullable()
    .describe(
      'Until when the file alone shows that the signature is right: the end of the certificate of the last time stamp or, without one, of the signer; null: not known yet'
    ),
  lacks: z
    .enum(SIGNATURE_LACKS)
    .nullable()
    .describe(
      'closed: it was signed so that nothing can be added; no_server: no time-stamping server is configured; time_stamp: the server gave no usable one; status: an authority did not say whether a certificate was revoked; revoked: one was; untrusted: a time stamp leads to no authority that is trusted; file: the file is lost or damaged; null: nothing (B-LTA), or the proofs are still being collected'
    ),
  reason: z.string().nullable().describe('What is lacking, in English, as in the log of the server'),
  next_attempt_at: instant.nullable().describe('When proofs are added next, or renewed; null: never'),
  sha256: sha256.describe('Of the file as it was first issued'),
  current_sha256: sha256.describe('Of the file as it is downloaded now, with the proofs that were added to it since')
});
export type CertificateSignature = z.infer<typeof certificateSignatureSchema>;

/** More than a file of ours can have (signed-file/take-off-revisions.ts). */
const MOST_STAMPS = 64;

/** What a file says of itself (signed-file/check-file.ts). */
export const fileCheckSchema = z.strictObject({
  state: z
    .enum(['intact', 'altered', 'unsigned'])
    .describe(
      'intact: it has one signature, which covers the whole file and is right; altered: it was changed or continued after it was signed; unsigned: it is no PDF with a signature'
    ),
  signer: namedCertificate
    .extend({
      above: z
        .array(namedCertificate)
        .max(MOST_ABOVE)
        .default([])
        .describe(
          'The authorities above, nearest first, each of which has signed the one below; as far as they are in the file'
        )
    })
    .nullable(),
  reason: z.string().max(500).nullable().describe('As stated in the signature: our certificates name their number'),
  time_stamp: timeStampCheck.nullable().default(null).describe('null: the signature has none'),
  level: z
    .enum(SIGNATURE_LEVELS)
    .nullable()
    .default(null)
    .describe('PAdES: what the file has for checking its signature later; null unless it is intact'),
  stamped_at: instant.nullable().default(null).describe('Of the first time stamp'),
  revisions: z.int().min(0).max(1000).default(0).describe('Proofs and time stamps that were appended since'),
  document_stamps: z
    .array(z.strictObject({ at: instant, by: stampedBy.min(1).describe('Whose it is, and the authorities above') }))
    .max(MOST_STAMPS)
    .default([])
    .describe('Time stamps over the whole file that were appended since, in the order of the file')
});
export type FileCheck = z.infer<typeof fileCheckSchema>;

/** Instead of the file: its hash, and what the caller found in it, so that the file need not leave the machine. */
export const verifyBody = z.strictObject({ sha256, checked: fileCheckSchema.optional() });
export type Presented = { readonly sha256: string; readonly checked: FileCheck | null };

export const verificationSchema = z.strictObject({
  result: z
    .enum(['original', 'signed_copy', 'altered', 'unknown'])
    .nullable()
    .describe(
      'original: identical to the issued file; signed_copy: another print, signed with a key of this installation and unchanged since, for a certificate that is told of with a key of its organization and under its number; altered: changed after it was signed; unknown: any other file; null: no file was sent'
    ),
  signed_by: z
    .strictObject({
      name: z.string(),
      is_known: z.boolean().describe('A key of this installation, or one that its certification authority has issued'),
      authority: z
        .strictObject({
          name: z.string(),
          standing: z
            .enum(['own', 'registered', 'unknown'])
            .describe(
              'own: of this installation; registered: the laboratory has registered it here together with this signing certificate'
            )
        })
        .nullable()
        .describe('The highest above the certificate of the signer; null if it is self-signed or the file has none')
    })
    .nullable()
    .describe('Who signed the file that was sent; null if it is unsigned or altered, or only its hash was sent'),
  time_stamp: z
    .strictObject({
      fault: timeStampFault.nullable(),
      at: instant.nullable(),
      by: z.string().nullable(),
      is_trusted: z.boolean().describe('This installation trusts that authority')
    })
    .nullable()
    .describe('Of the signature of the file that was sent; null if it has none'),
  proof: z
    .strictObject({
      level: z.enum(SIGNATURE_LEVELS),
      stamped_at: instant.nullable(),
      has_additions: z.boolean().describe('Proofs that were added here after it was issued'),
      document_stamps: z
        .array(
          z.strictObject({
            at: instant,
            by: z.string(),
            is_trusted: z.boolean().describe('This installation trusts that authority')
          })
        )
        .describe('Time stamps over the whole file with its proofs, in their order')
    })
    .nullable()
    .describe(
      'How the signature of the original can be checked later (PAdES); null for other files, or if only a hash was sent'
    ),
  state: z
    .enum(['valid', 'voided', 'replaced', 'under_review', 'expired_signature'])
    .nullable()
    .describe(
      'under_review: its reference was out of tolerance, and what follows from that is not decided or not done yet; expired_signature: it is valid, but the file that is downloaded now no longer shows by itself that its signature is right (`holds_until` is past)'
    ),
  replaced_by: z.string().nullable().describe('Number of the replacing certificate'),
  certificate: z
    .strictObject({
      number: z.string(),
      asset_id: z.string(),
      calibration_date: calendarDate,
      issued_at: instant,
      organization: z.string(),
      sha256: sha256.describe('Of the file as it was first issued'),
      current_sha256: sha256.describe(
        'Of the file as it is downloaded now: another one if proofs were added since. Each file that was ever handed out is an original'
      )
    })
    .nullable()
    .describe('null: the token is unknown, or its organization is private and the file was not sent')
});
export type Verification = z.infer<typeof verificationSchema>;

export const NOTHING_VERIFIED: Verification = {
  result: null,
  signed_by: null,
  time_stamp: null,
  proof: null,
  state: null,
  replaced_by: null,
  certificate: null
};
