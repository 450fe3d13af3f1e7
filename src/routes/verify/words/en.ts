import type { VerificationWords } from './verification-words.ts';

export const en: VerificationWords = {
  title: 'Verify a certificate',
  state: { valid: 'Valid', voided: 'Voided', replaced: 'Replaced', under_review: 'Under review' },
  meaning: {
    valid: 'This certificate was issued here and has not been withdrawn.',
    voided: 'The laboratory has withdrawn this certificate. Do not rely on it.',
    replaced: 'The laboratory has issued another certificate in its place. Do not rely on this one.',
    under_review:
      'A reference that this calibration is based on was found out of tolerance, or its certificate was withdrawn. The laboratory is assessing what this means for this certificate. Ask the laboratory before you rely on it.'
  },
  replaced_by: (number) => `Replaced by ${number}`,
  result: { original: 'The file is the original', unknown: 'The file is not the original' },
  result_meaning: {
    original: 'It is identical, byte for byte, to the file issued at this address.',
    unknown:
      'It is not the file issued at this address: it may be another certificate, a later print or an altered file.'
  },
  number: 'Certificate',
  instrument: 'Instrument',
  calibrated: 'Calibrated on',
  issued: 'Issued',
  organization: 'Issued by',
  hash: 'SHA-256 of the file',
  hash_hint: 'The original file has this hash.',
  nothing_title: 'Present the certificate',
  nothing: 'This page gives no information without the certificate itself. Choose the PDF file that you received.',
  present_title: 'Is your file the original?',
  present: 'Choose the PDF file that you received. It is compared with the issued file and is not stored.',
  file: 'Certificate (PDF)',
  check: 'Compare'
};
