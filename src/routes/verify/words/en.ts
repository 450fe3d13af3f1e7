import type { VerificationWords } from './verification-words.ts';

export const en: VerificationWords = {
  title: 'Verify a certificate',
  state: {
    valid: 'Valid',
    voided: 'Voided',
    replaced: 'Replaced',
    under_review: 'Under review',
    expired_signature: 'Valid, signature expired'
  },
  meaning: {
    valid: 'This certificate was issued here and has not been withdrawn.',
    voided: 'The laboratory has withdrawn this certificate. Do not rely on it.',
    replaced: 'The laboratory has issued another certificate in its place. Do not rely on this one.',
    expired_signature:
      'This certificate was issued here and has not been withdrawn. The certificates in the file with which its signature was checked have expired: the file alone no longer proves who signed it and when. Whether it is the original is still confirmed here, by its hash.',
    under_review:
      'A reference that this calibration is based on was found out of tolerance, or its certificate was withdrawn. The laboratory is assessing what this means for this certificate. Ask the laboratory before you rely on it.'
  },
  replaced_by: (number) => `Replaced by ${number}`,
  result: {
    original: 'The file is the original',
    signed_copy: 'The file is a copy signed here',
    altered: 'The file was altered',
    unknown: 'The file is not the original'
  },
  result_meaning: {
    original: 'It is identical, byte for byte, to the issued file.',
    signed_copy: 'It is not the issued file, but a print that was signed here and has not been changed since.',
    altered: 'It was changed or added to after it was signed. Do not rely on it.',
    unknown:
      'It is not the issued file and was not signed here: it may be another certificate, a print, or an altered file.'
  },
  original_with_proofs:
    'Byte for byte, it is the file that was issued, with proofs that this installation has added to it.',
  proofs: {
    'B-LT': 'The file contains the proofs with which its signature can be checked later (PAdES B-LT).',
    'B-LTA':
      'The file contains the proofs with which its signature can be checked later, and a time stamp over them (PAdES B-LTA).'
  },
  document_stamped: (time, by) => `A time stamp by ${by} of ${time} covers the whole file with its proofs.`,
  signed_here: (name) => `Signed by ${name}, with a key of this installation.`,
  signed_elsewhere: (name) => `Signed by ${name}. This installation does not know the key.`,
  authority: {
    own: (name) =>
      `The certificate of the signer was issued by the certification authority of this installation, ${name}.`,
    registered: (name) => `The certificate of the signer leads to ${name}, as the laboratory has registered it here.`,
    unknown: (name) =>
      `The certificate of the signer leads to ${name}. Decide for yourself whether you trust this authority.`
  },
  stamped: (time, by) => `A time stamp by ${by} confirms that the file was signed before ${time}.`,
  stamp_trusted: 'This installation trusts the time-stamping authority.',
  stamp_unknown: 'Decide for yourself whether you trust the time-stamping authority.',
  stamp_fault: {
    unreadable: 'The time stamp of the signature cannot be read. It does not prove when the file was signed.',
    signature: 'The time stamp has a wrong signature. Do not rely on its time.',
    imprint: 'The time stamp belongs to another signature. Do not rely on its time.',
    purpose:
      'The time stamp was signed with a certificate that is not meant for time stamps alone. Do not rely on its time.',
    time: 'The time stamp states a time in the future, or one at which its own certificate was not valid. Do not rely on it.',
    expired: 'According to the time stamp, the file was signed when the certificate of the signer was not valid.'
  },
  no_stamp: 'The signature has no time stamp: only the signer states when it was made.',
  checked_file: 'File',
  failed_title: 'The check failed',
  failed: {
    too_many_requests:
      'Too many certificates were checked from this network address. Try again in a quarter of an hour.',
    too_large: 'The file is larger than 20 MB, as no certificate of this installation is. Check which file you chose.',
    bad_request: 'No file arrived. Choose the PDF file and try again.',
    other: 'Something went wrong on the server. Try again in a few minutes.'
  },
  unreachable: 'The server does not answer. Check the network connection and try again.',
  uncheckable: 'This browser cannot check the file. You can have it checked on the server.',
  number: 'Certificate',
  instrument: 'Instrument',
  calibrated: 'Calibrated on',
  issued: 'Issued',
  organization: 'Issued by',
  hash: 'SHA-256 of the file as issued',
  hash_hint: 'The file has this hash if nothing was added to it since.',
  hash_current: 'SHA-256 of the file as downloaded now',
  hash_current_hint:
    'The same file with proofs for later that this installation has added. Files that were downloaded in between may have yet another hash; they are originals too.',
  nothing_title: 'Present the certificate',
  nothing: 'Choose the PDF file that you received. Without the certificate itself, this page gives no information.',
  present_title: 'Is your file the original?',
  present: 'Choose the PDF file that you received. It is compared with the issued file.',
  sent: 'The file is sent to the server, compared, and not stored.',
  kept_here:
    'The file is checked in this browser and is not sent. Only its hash and the data of its signature are sent.',
  file: 'Certificate (PDF)',
  check: 'Compare'
};
