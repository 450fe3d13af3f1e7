import type { LeftOut } from '#lib/contracts/certificate-exports.ts';
import type { Language } from '#lib/contracts/primitives.ts';

type CopiesWords = {
  readonly title: string;
  /** On each page. */
  readonly stamp: string;
  readonly notice: string;
  readonly contents: string;
  readonly nothing: string;
  readonly missing: string;
  readonly page: string;
  /** Of the columns of the list. */
  readonly columns: readonly [
    number: string,
    asset: string,
    channel: string,
    version: string,
    date: string,
    file: string,
    sha256: string,
    leftOut: string
  ];
  readonly leftOut: Readonly<Record<LeftOut, string>>;
};

/** Of the lists and copies of many certificates. `{date}` is the day on which they were put together. */
export const COPIES_WORDS: Readonly<Record<Language, CopiesWords>> = {
  en: {
    title: 'Copies of certificates',
    stamp: '**COPY** of {date}, without signature. Only the digitally signed file of this certificate is the original.',
    notice:
      'This file contains copies of the pages of {count} certificates, put together on {date}. It has no signatures and proves nothing: only the digitally signed file of each certificate is the original. The address on each certificate shows whether the certificate is valid.',
    contents: 'Contents',
    nothing: 'None of the selected certificates could be included.',
    missing: 'Not included',
    page: 'Page',
    columns: ['Certificate', 'Asset', 'Channel', 'Version', 'Calibrated on', 'File', 'SHA-256', 'Not included because'],
    leftOut: {
      no_calibration: 'never calibrated',
      no_results: 'no results to certify',
      voided: 'the calibration is void',
      certificate_held: 'held until an authorized person decides',
      certificate_in_review: 'waiting for release by a second person',
      certificate_imported: 'imported without its file',
      certificate_failed: 'could not be created'
    }
  },
  de: {
    title: 'Kopien von Kalibrierscheinen',
    stamp: '**KOPIE** vom {date}, ohne Signatur. Original ist nur die digital signierte Datei dieses Kalibrierscheins.',
    notice:
      'Diese Datei enthält Kopien der Seiten von {count} Kalibrierscheinen, zusammengestellt am {date}. Sie hat keine Signaturen und ist kein Nachweis: Original ist nur die digital signierte Datei jedes Kalibrierscheins. Ob ein Kalibrierschein gültig ist, zeigt die Adresse, die darauf angegeben ist.',
    contents: 'Inhalt',
    nothing: 'Keiner der ausgewählten Kalibrierscheine konnte aufgenommen werden.',
    missing: 'Nicht enthalten',
    page: 'Seite',
    columns: [
      'Kalibrierschein',
      'Prüfmittel',
      'Kanal',
      'Version',
      'Kalibriert am',
      'Datei',
      'SHA-256',
      'Nicht enthalten, weil'
    ],
    leftOut: {
      no_calibration: 'noch nie kalibriert',
      no_results: 'keine Ergebnisse, die bescheinigt werden können',
      voided: 'die Kalibrierung ist ungültig',
      certificate_held: 'zurückgehalten, bis eine berechtigte Person entscheidet',
      certificate_in_review: 'wartet auf die Freigabe durch eine zweite Person',
      certificate_imported: 'ohne seine Datei importiert',
      certificate_failed: 'konnte nicht erstellt werden'
    }
  },
  fr: {
    title: 'Copies de certificats',
    stamp: '**COPIE** du {date}, sans signature. Seul le fichier signé numériquement de ce certificat est l’original.',
    notice:
      'Ce fichier contient des copies des pages de {count} certificats, réunies le {date}. Il ne porte pas de signature et n’a pas valeur de preuve\u202f: seul le fichier signé numériquement de chaque certificat est l’original. L’adresse indiquée sur chaque certificat montre si celui-ci est valide.',
    contents: 'Contenu',
    nothing: 'Aucun des certificats sélectionnés n’a pu être inclus.',
    missing: 'Non inclus',
    page: 'Page',
    columns: ['Certificat', 'Instrument', 'Voie', 'Version', 'Étalonné le', 'Fichier', 'SHA-256', 'Non inclus, car'],
    leftOut: {
      no_calibration: 'jamais étalonné',
      no_results: 'aucun résultat à certifier',
      voided: 'l’étalonnage est annulé',
      certificate_held: 'retenu jusqu’à la décision d’une personne habilitée',
      certificate_in_review: 'en attente de validation par une seconde personne',
      certificate_imported: 'importé sans son fichier',
      certificate_failed: 'n’a pas pu être créé'
    }
  },
  es: {
    title: 'Copias de certificados',
    stamp: '**COPIA** del {date}, sin firma. Solo el archivo firmado digitalmente de este certificado es el original.',
    notice:
      'Este archivo contiene copias de las páginas de {count} certificados, reunidas el {date}. No tiene firmas ni valor de prueba: solo el archivo firmado digitalmente de cada certificado es el original. La dirección indicada en cada certificado muestra si este es válido.',
    contents: 'Contenido',
    nothing: 'No se pudo incluir ninguno de los certificados seleccionados.',
    missing: 'No incluidos',
    page: 'Página',
    columns: ['Certificado', 'Equipo', 'Canal', 'Versión', 'Calibrado el', 'Archivo', 'SHA-256', 'No incluido porque'],
    leftOut: {
      no_calibration: 'nunca calibrado',
      no_results: 'sin resultados que certificar',
      voided: 'la calibración está anulada',
      certificate_held: 'retenido hasta que decida una persona autorizada',
      certificate_in_review: 'a la espera de la autorización de una segunda persona',
      certificate_imported: 'importado sin su archivo',
      certificate_failed: 'no se pudo crear'
    }
  }
};
