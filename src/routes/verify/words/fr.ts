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
  result: {
    original: 'Le fichier est l’original',
    signed_copy: 'Le fichier est une copie signée ici',
    altered: 'Le fichier a été modifié',
    unknown: 'Le fichier n’est pas l’original'
  },
  result_meaning: {
    original: 'Il est identique, octet pour octet, au fichier délivré.',
    signed_copy: 'Ce n’est pas le fichier délivré, mais une édition signée ici et inchangée depuis.',
    altered: 'Il a été modifié ou complété après la signature. Ne vous y fiez pas.',
    unknown:
      'Ce n’est pas le fichier délivré et il n’a pas été signé ici : il peut s’agir d’un autre certificat, d’une impression ou d’un fichier modifié.'
  },
  signed_here: (name) => `Signé par ${name}, avec une clé de cette installation.`,
  signed_elsewhere: (name) => `Signé par ${name}. Cette installation ne connaît pas la clé.`,
  number: 'Certificat',
  instrument: 'Instrument',
  calibrated: 'Étalonné le',
  issued: 'Délivré',
  organization: 'Délivré par',
  hash: 'Empreinte SHA-256 du fichier',
  hash_hint: 'Empreinte du fichier original.',
  nothing_title: 'Présentez le certificat',
  nothing:
    'Choisissez le fichier PDF que vous avez reçu. Sans le certificat lui-même, cette page ne donne aucune information.',
  present_title: 'Votre fichier est-il l’original\u202f?',
  present: 'Choisissez le fichier PDF que vous avez reçu. Il est comparé au fichier délivré.',
  sent: 'Le fichier est envoyé au serveur, comparé, et n’est pas conservé.',
  kept_here:
    'Le fichier est vérifié dans ce navigateur et n’est pas envoyé. Seules son empreinte et les indications de sa signature le sont.',
  file: 'Certificat (PDF)',
  check: 'Comparer'
};
