import type { VerificationWords } from './verification-words.ts';

export const fr: VerificationWords = {
  title: 'Vérifier un certificat',
  state: {
    valid: 'Valable',
    voided: 'Annulé',
    replaced: 'Remplacé',
    under_review: 'En cours d’examen',
    expired_signature: 'Valable, signature expirée'
  },
  meaning: {
    valid: 'Ce certificat a été délivré ici et n’a pas été retiré.',
    voided: 'Le laboratoire a retiré ce certificat. Ne vous y fiez pas.',
    replaced: 'Le laboratoire a délivré un autre certificat à sa place. Ne vous fiez pas à celui-ci.',
    expired_signature:
      'Ce certificat a été délivré ici et n’a pas été retiré. Les certificats contenus dans le fichier qui permettaient de vérifier sa signature ont expiré : le fichier seul ne prouve plus qui l’a signé ni quand. Son authenticité est toujours confirmée ici par son empreinte.',
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
  original_with_proofs:
    'Il est identique, octet pour octet, au fichier délivré, avec des éléments de preuve que cette installation y a ajoutés.',
  proofs: {
    'B-LT':
      'Le fichier contient les éléments de preuve qui permettront de vérifier sa signature plus tard (PAdES B-LT).',
    'B-LTA':
      'Le fichier contient les éléments de preuve qui permettront de vérifier sa signature plus tard, ainsi qu’un horodatage qui les couvre (PAdES B-LTA).'
  },
  document_stamped: (time, by) =>
    `Un horodatage de ${by} du ${time} couvre tout le fichier avec ses éléments de preuve.`,
  signed_here: (name) => `Signé par ${name}, avec une clé de cette installation.`,
  signed_elsewhere: (name) => `Signé par ${name}. Cette installation ne connaît pas la clé.`,
  authority: {
    own: (name) =>
      `Le certificat du signataire a été émis par l’autorité de certification de cette installation, ${name}.`,
    registered: (name) => `Le certificat du signataire remonte à ${name}, comme le laboratoire l’a enregistré ici.`,
    unknown: (name) =>
      `Le certificat du signataire remonte à ${name}. À vous de décider si vous faites confiance à cette autorité.`
  },
  stamped: (time, by) => `Un horodatage de ${by} confirme que le fichier a été signé avant ce moment\u202f: ${time}.`,
  stamp_trusted: 'Cette installation fait confiance à l’autorité d’horodatage.',
  stamp_unknown: 'À vous de décider si vous faites confiance à l’autorité d’horodatage.',
  stamp_fault: {
    unreadable: 'L’horodatage de la signature est illisible. Il ne prouve pas quand le fichier a été signé.',
    signature: 'La signature de l’horodatage est incorrecte. Ne vous fiez pas à l’heure indiquée.',
    imprint: 'L’horodatage se rapporte à une autre signature. Ne vous fiez pas à l’heure indiquée.',
    purpose:
      'L’horodatage a été signé avec un certificat qui n’est pas réservé à l’horodatage. Ne vous fiez pas à l’heure indiquée.',
    time: 'L’horodatage indique une heure future, ou une heure à laquelle son propre certificat n’était pas valable. Ne vous y fiez pas.',
    expired: 'Selon l’horodatage, le fichier a été signé alors que le certificat du signataire n’était pas valable.'
  },
  no_stamp: 'La signature n’est pas horodatée\u202f: seul le signataire indique quand elle a été faite.',
  checked_file: 'Fichier',
  failed_title: 'La vérification a échoué',
  failed: {
    too_many_requests:
      'Trop de certificats ont été vérifiés depuis cette adresse réseau. Réessayez dans un quart d’heure.',
    too_large:
      'Le fichier dépasse 20 Mo\u202f: aucun certificat de cette installation n’est aussi volumineux. Vérifiez le fichier que vous avez choisi.',
    bad_request: 'Aucun fichier n’est arrivé. Choisissez le fichier PDF et réessayez.',
    other: 'Une erreur s’est produite sur le serveur. Réessayez dans quelques minutes.'
  },
  unreachable: 'Le serveur ne répond pas. Vérifiez la connexion au réseau et réessayez.',
  uncheckable: 'Ce navigateur ne peut pas vérifier le fichier. Vous pouvez le faire vérifier sur le serveur.',
  number: 'Certificat',
  instrument: 'Instrument',
  calibrated: 'Étalonné le',
  issued: 'Délivré',
  organization: 'Délivré par',
  hash: 'Empreinte SHA-256 du fichier tel que délivré',
  hash_hint: 'Le fichier a cette empreinte si rien n’y a été ajouté depuis.',
  hash_current: 'Empreinte SHA-256 du fichier tel que téléchargé aujourd’hui',
  hash_current_hint:
    'Le même fichier, avec des éléments de preuve pour plus tard que cette installation a ajoutés. Les fichiers téléchargés entre-temps peuvent avoir une autre empreinte encore ; ce sont aussi des originaux.',
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
