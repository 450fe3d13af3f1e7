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
  result: {
    original: 'El archivo es el original',
    signed_copy: 'El archivo es una copia firmada aquí',
    altered: 'El archivo fue modificado',
    unknown: 'El archivo no es el original'
  },
  result_meaning: {
    original: 'Es idéntico, byte por byte, al archivo emitido.',
    signed_copy: 'No es el archivo emitido, sino una impresión firmada aquí y sin cambios desde entonces.',
    altered: 'Se modificó o se amplió después de firmarlo. No confíe en él.',
    unknown:
      'No es el archivo emitido ni se firmó aquí: puede ser otro certificado, una impresión o un archivo modificado.'
  },
  signed_here: (name) => `Firmado por ${name} con una clave de esta instalación.`,
  signed_elsewhere: (name) => `Firmado por ${name}. Esta instalación no conoce la clave.`,
  number: 'Certificado',
  instrument: 'Instrumento',
  calibrated: 'Calibrado el',
  issued: 'Emitido',
  organization: 'Emitido por',
  hash: 'SHA-256 del archivo',
  hash_hint: 'El archivo original tiene este valor.',
  nothing_title: 'Presente el certificado',
  nothing: 'Elija el archivo PDF que recibió. Sin el propio certificado, esta página no da información.',
  present_title: '¿Es su archivo el original?',
  present: 'Elija el archivo PDF que recibió. Se compara con el archivo emitido.',
  sent: 'El archivo se envía al servidor, se compara y no se guarda.',
  kept_here: 'El archivo se comprueba en este navegador y no se envía. Solo se envían su hash y los datos de su firma.',
  file: 'Certificado (PDF)',
  check: 'Comparar'
};
