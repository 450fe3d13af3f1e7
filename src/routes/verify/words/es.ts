import type { VerificationWords } from './verification-words.ts';

export const es: VerificationWords = {
  title: 'Verificar un certificado',
  state: { valid: 'Válido', voided: 'Anulado', replaced: 'Sustituido', under_review: 'En revisión' },
  meaning: {
    valid: 'Este certificado se emitió aquí y no ha sido retirado.',
    voided: 'El laboratorio ha retirado este certificado. No lo utilice.',
    replaced: 'El laboratorio ha emitido otro certificado en su lugar. No utilice este.',
    under_review:
      'Un patrón en el que se basa esta calibración estaba fuera de tolerancia, o su certificado fue retirado. El laboratorio examina las consecuencias para este certificado. Consulte al laboratorio antes de confiar en él.'
  },
  replaced_by: (number) => `Sustituido por ${number}`,
  result: { original: 'El archivo es el original', unknown: 'El archivo no es el original' },
  result_meaning: {
    original: 'Es idéntico, byte a byte, al archivo emitido en esta dirección.',
    unknown:
      'No es el archivo emitido en esta dirección: puede ser otro certificado, una impresión posterior o un archivo alterado.'
  },
  number: 'Certificado',
  instrument: 'Instrumento',
  calibrated: 'Calibrado el',
  issued: 'Emitido',
  organization: 'Emitido por',
  hash: 'SHA-256 del archivo',
  hash_hint: 'El archivo original tiene este valor.',
  nothing_title: 'Presente el certificado',
  nothing: 'Esta página no da ninguna información sin el propio certificado. Elija el archivo PDF que ha recibido.',
  present_title: '¿Es su archivo el original?',
  present: 'Elija el archivo PDF que ha recibido. Se compara con el emitido y no se guarda.',
  file: 'Certificado (PDF)',
  check: 'Comparar'
};
