import type { VerificationWords } from './verification-words.ts';

export const fr: VerificationWords = {
  title: 'Vérifier un certificat',
  state: { valid: 'Valable', voided: 'Annulé', replaced: 'Remplacé', under_review: 'En cours d’examen' },
  meaning: {
    valid: 'Ce certificat a été délivré ici et n’a pas été retiré.',
    voided: 'Le laboratoire a retiré ce certificat. Ne vous y fiez pas.',
    replaced: 'Le laboratoire a délivré un autre certificat à sa place. Ne vous fiez pas à celui-ci.',
    under_review:
      'Un étalon sur lequel repose cet étalonnage a été trouvé hors tolérance, ou son certificat a été retiré. Le laboratoire examine les conséquences pour ce certificat. Consultez le laboratoire avant de vous y fier.'
  },
  replaced_by: (number) => `Remplacé par ${number}`,
  result: { original: 'Le fichier est l’original', unknown: 'Le fichier n’est pas l’original' },
  result_meaning: {
    original: 'Le fichier est identique, octet par octet, à celui délivré à cette adresse.',
    unknown:
      'Ce n’est pas le fichier délivré à cette adresse\u00a0: il peut s’agir d’un autre certificat, d’une impression ultérieure ou d’un fichier modifié.'
  },
  number: 'Certificat',
  instrument: 'Instrument',
  calibrated: 'Étalonné le',
  issued: 'Délivré',
  organization: 'Délivré par',
  hash: 'Empreinte SHA-256 du fichier',
  hash_hint: 'Empreinte du fichier original.',
  nothing_title: 'Présentez le certificat',
  nothing:
    'Cette page ne donne aucune information sans le certificat lui-même. Choisissez le fichier PDF que vous avez reçu.',
  present_title: 'Votre fichier est-il l’original\u202f?',
  present: 'Choisissez le fichier PDF que vous avez reçu. Il est comparé au fichier délivré et n’est pas conservé.',
  file: 'Certificat (PDF)',
  check: 'Comparer'
};
