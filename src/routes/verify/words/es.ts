import type { VerificationWords } from './verification-words.ts';

export const es: VerificationWords = {
  title: 'Verificar un certificado',
  state: {
    valid: 'Válido',
    voided: 'Anulado',
    replaced: 'Sustituido',
    under_review: 'En revisión',
    expired_signature: 'Válido, firma caducada'
  },
  meaning: {
    valid: 'Este certificado se emitió aquí y no ha sido retirado.',
    voided: 'El laboratorio ha retirado este certificado. No lo utilice.',
    replaced: 'El laboratorio ha emitido otro certificado en su lugar. No utilice este.',
    expired_signature:
      'Este certificado se emitió aquí y no ha sido retirado. Los certificados del archivo con los que se comprobaba su firma han caducado: el archivo por sí solo ya no demuestra quién lo firmó ni cuándo. Aquí se sigue confirmando por su hash si es el original.',
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
  original_with_proofs:
    'Es idéntico, byte por byte, al archivo emitido, con pruebas que esta instalación le ha añadido.',
  proofs: {
    'B-LT': 'El archivo contiene las pruebas con las que se podrá comprobar su firma más adelante (PAdES B-LT).',
    'B-LTA':
      'El archivo contiene las pruebas con las que se podrá comprobar su firma más adelante, y un sello de tiempo sobre ellas (PAdES B-LTA).'
  },
  document_stamped: (time, by) => `Un sello de tiempo de ${by} del ${time} cubre todo el archivo con sus pruebas.`,
  signed_here: (name) => `Firmado por ${name} con una clave de esta instalación.`,
  signed_elsewhere: (name) => `Firmado por ${name}. Esta instalación no conoce la clave.`,
  authority: {
    own: (name) =>
      `El certificado del firmante fue emitido por la autoridad de certificación de esta instalación, ${name}.`,
    registered: (name) => `El certificado del firmante conduce a ${name}, tal como el laboratorio lo registró aquí.`,
    unknown: (name) => `El certificado del firmante conduce a ${name}. Decida usted si confía en esta autoridad.`
  },
  stamped: (time, by) => `Un sello de tiempo de ${by} confirma que el archivo se firmó antes de este momento: ${time}.`,
  stamp_trusted: 'Esta instalación confía en la autoridad de sellado de tiempo.',
  stamp_unknown: 'Decida usted si confía en la autoridad de sellado de tiempo.',
  stamp_fault: {
    unreadable: 'El sello de tiempo de la firma no se puede leer. No demuestra cuándo se firmó el archivo.',
    signature: 'La firma del sello de tiempo no es correcta. No confíe en la hora que indica.',
    imprint: 'El sello de tiempo corresponde a otra firma. No confíe en la hora que indica.',
    purpose:
      'El sello de tiempo se firmó con un certificado que no está destinado solo a sellos de tiempo. No confíe en la hora que indica.',
    time: 'El sello de tiempo indica una hora futura, o una en la que su propio certificado no era válido. No confíe en él.',
    expired: 'Según el sello de tiempo, el archivo se firmó cuando el certificado del firmante no era válido.'
  },
  no_stamp: 'La firma no tiene sello de tiempo: solo el firmante indica cuándo se hizo.',
  checked_file: 'Archivo',
  failed_title: 'No se pudo comprobar',
  failed: {
    too_many_requests:
      'Se han comprobado demasiados certificados desde esta dirección de red. Inténtelo de nuevo dentro de un cuarto de hora.',
    too_large:
      'El archivo ocupa más de 20 MB; ningún certificado de esta instalación es tan grande. Compruebe qué archivo ha elegido.',
    bad_request: 'No ha llegado ningún archivo. Elija el archivo PDF e inténtelo de nuevo.',
    other: 'Se ha producido un error en el servidor. Inténtelo de nuevo dentro de unos minutos.'
  },
  unreachable: 'El servidor no responde. Compruebe la conexión de red e inténtelo de nuevo.',
  uncheckable: 'Este navegador no puede comprobar el archivo. Puede hacer que se compruebe en el servidor.',
  number: 'Certificado',
  instrument: 'Instrumento',
  calibrated: 'Calibrado el',
  issued: 'Emitido',
  organization: 'Emitido por',
  hash: 'SHA-256 del archivo tal como se emitió',
  hash_hint: 'El archivo tiene este valor si desde entonces no se le ha añadido nada.',
  hash_current: 'SHA-256 del archivo tal como se descarga ahora',
  hash_current_hint:
    'El mismo archivo con pruebas para más adelante que esta instalación ha añadido. Los archivos descargados entretanto pueden tener otro valor; también son originales.',
  nothing_title: 'Presente el certificado',
  nothing: 'Elija el archivo PDF que recibió. Sin el propio certificado, esta página no da información.',
  present_title: '¿Es su archivo el original?',
  present: 'Elija el archivo PDF que recibió. Se compara con el archivo emitido.',
  sent: 'El archivo se envía al servidor, se compara y no se guarda.',
  kept_here: 'El archivo se comprueba en este navegador y no se envía. Solo se envían su hash y los datos de su firma.',
  file: 'Certificado (PDF)',
  check: 'Comparar'
};
