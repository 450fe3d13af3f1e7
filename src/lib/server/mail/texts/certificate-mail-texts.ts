import type { Language } from '#lib/contracts/primitives.ts';

type Named = { readonly number: string; readonly organization: string };
export type CertificateMailTexts = {
  readonly greeting: string;
  /** Of a calibration of our own, and of the record of another laboratory's. */
  readonly subject: (of: Named) => string;
  readonly recordSubject: (of: Named) => string;
  readonly attached: (asset: string, day: string) => string;
  readonly linked: (asset: string, day: string, until: string) => string;
  readonly download: string;
  readonly from: (sender: string) => string;
  readonly check: string;
  readonly button: string;
  readonly footer: (sender: string, organization: string) => string;
};

/** What customers read; the message of whoever sends it is the only part that a person writes. */
export const CERTIFICATE_MAIL_TEXTS: Readonly<Record<Language, CertificateMailTexts>> = {
  en: {
    greeting: 'Hello,',
    subject: ({ number, organization }) => `Calibration certificate ${number} from ${organization}`,
    recordSubject: ({ number, organization }) => `Record ${number} of an external calibration, from ${organization}`,
    attached: (asset, day) => `the document for ${asset}, calibrated on ${day}, is attached as a PDF file.`,
    linked: (asset, day, until) =>
      `the document for ${asset}, calibrated on ${day}, is too large to be attached. You can download it until ${until}:`,
    download: 'Download PDF',
    from: (sender) => `${sender} writes:`,
    check:
      'The PDF file is digitally signed. Keep it unchanged: printed pages have no signature. You can check at any time whether the document is genuine and still valid:',
    button: 'Check the document',
    footer: (sender, organization) =>
      `${sender} of ${organization} sent you this e-mail with Plumbline. If it is not meant for you, please delete it.`
  },
  de: {
    greeting: 'Guten Tag,',
    subject: ({ number, organization }) => `Kalibrierschein ${number} von ${organization}`,
    recordSubject: ({ number, organization }) => `Nachweis ${number} einer externen Kalibrierung, von ${organization}`,
    attached: (asset, day) => `das Dokument zu ${asset}, kalibriert am ${day}, ist als PDF-Datei angehängt.`,
    linked: (asset, day, until) =>
      `das Dokument zu ${asset}, kalibriert am ${day}, ist für einen Anhang zu groß. Sie können es bis ${until} herunterladen:`,
    download: 'PDF herunterladen',
    from: (sender) => `${sender} schreibt:`,
    check:
      'Die PDF-Datei ist digital signiert. Bewahren Sie sie unverändert auf: Gedruckte Seiten haben keine Signatur. Sie können jederzeit prüfen, ob das Dokument echt und noch gültig ist:',
    button: 'Dokument prüfen',
    footer: (sender, organization) =>
      `Diese E-Mail hat Ihnen ${sender} von ${organization} mit Plumbline gesendet. Wenn sie nicht für Sie bestimmt ist, löschen Sie sie bitte.`
  },
  fr: {
    greeting: 'Bonjour,',
    subject: ({ number, organization }) => `Certificat d’étalonnage ${number} de ${organization}`,
    recordSubject: ({ number, organization }) => `Constat ${number} d’un étalonnage externe, de ${organization}`,
    attached: (asset, day) => `le document relatif à ${asset}, étalonné le ${day}, est joint au format PDF.`,
    linked: (asset, day, until) =>
      `le document relatif à ${asset}, étalonné le ${day}, est trop volumineux pour être joint. Vous pouvez le télécharger jusqu’au ${until}\u202f:`,
    download: 'Télécharger le PDF',
    from: (sender) => `${sender} écrit\u202f:`,
    check:
      'Le fichier PDF est signé numériquement. Conservez-le tel quel\u202f: les pages imprimées ne portent pas de signature. Vous pouvez vérifier à tout moment que le document est authentique et toujours valide\u202f:',
    button: 'Vérifier le document',
    footer: (sender, organization) =>
      `Cet e-mail vous a été envoyé avec Plumbline par ${sender} de ${organization}. S’il ne vous est pas destiné, veuillez le supprimer.`
  },
  es: {
    greeting: 'Hola:',
    subject: ({ number, organization }) => `Certificado de calibración ${number} de ${organization}`,
    recordSubject: ({ number, organization }) => `Registro ${number} de una calibración externa, de ${organization}`,
    attached: (asset, day) => `Se adjunta en PDF el documento de ${asset}, calibrado el ${day}.`,
    linked: (asset, day, until) =>
      `El documento de ${asset}, calibrado el ${day}, es demasiado grande para adjuntarlo. Puede descargarlo hasta el ${until}:`,
    download: 'Descargar el PDF',
    from: (sender) => `${sender} escribe:`,
    check:
      'El archivo PDF está firmado digitalmente. Consérvelo sin cambios: las páginas impresas no tienen firma. En cualquier momento puede comprobar si el documento es auténtico y sigue siendo válido:',
    button: 'Comprobar el documento',
    footer: (sender, organization) =>
      `${sender}, de ${organization}, le ha enviado este correo con Plumbline. Si no es para usted, elimínelo, por favor.`
  }
};
