import type { VerificationWords } from './verification-words.ts';

export const de: VerificationWords = {
  title: 'Kalibrierschein prüfen',
  state: { valid: 'Gültig', voided: 'Ungültig', replaced: 'Ersetzt', under_review: 'In Prüfung' },
  meaning: {
    valid: 'Dieser Kalibrierschein wurde hier ausgestellt und nicht zurückgezogen.',
    voided: 'Das Labor hat diesen Kalibrierschein zurückgezogen. Verwenden Sie ihn nicht.',
    replaced: 'Das Labor hat stattdessen einen anderen Kalibrierschein ausgestellt. Verwenden Sie diesen nicht mehr.',
    under_review:
      'Ein Normal, auf dem diese Kalibrierung beruht, war außerhalb der Toleranz, oder sein Kalibrierschein wurde zurückgezogen. Das Labor prüft, was daraus für diesen Kalibrierschein folgt. Fragen Sie das Labor, bevor Sie sich darauf verlassen.'
  },
  replaced_by: (number) => `Ersetzt durch ${number}`,
  result: { original: 'Die Datei ist das Original', unknown: 'Die Datei ist nicht das Original' },
  result_meaning: {
    original: 'Sie stimmt Byte für Byte mit der Datei überein, die unter dieser Adresse ausgestellt wurde.',
    unknown:
      'Sie ist nicht die Datei, die unter dieser Adresse ausgestellt wurde: Sie ist ein anderer Kalibrierschein, ein späterer Ausdruck oder wurde verändert.'
  },
  number: 'Kalibrierschein',
  instrument: 'Messgerät',
  calibrated: 'Kalibriert am',
  issued: 'Ausgestellt am',
  organization: 'Ausgestellt von',
  hash: 'SHA-256 der Datei',
  hash_hint: 'Die Originaldatei hat diesen Hashwert.',
  nothing_title: 'Kalibrierschein vorlegen',
  nothing:
    'Ohne den Kalibrierschein selbst gibt es unter dieser Adresse keine Auskunft. Wählen Sie die PDF-Datei aus, die Sie erhalten haben.',
  present_title: 'Ist Ihre Datei das Original?',
  present:
    'Wählen Sie die PDF-Datei aus, die Sie erhalten haben. Sie wird mit der ausgestellten Datei verglichen und nicht gespeichert.',
  file: 'Kalibrierschein (PDF)',
  check: 'Vergleichen'
};
