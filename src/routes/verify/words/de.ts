import type { VerificationWords } from './verification-words.ts';

export const de: VerificationWords = {
  title: 'Kalibrierschein prüfen',
  state: {
    valid: 'Gültig',
    voided: 'Ungültig',
    replaced: 'Ersetzt',
    under_review: 'In Prüfung',
    expired_signature: 'Gültig, Signatur abgelaufen'
  },
  meaning: {
    valid: 'Dieser Kalibrierschein wurde hier ausgestellt und nicht zurückgezogen.',
    voided: 'Das Labor hat diesen Kalibrierschein zurückgezogen. Verwenden Sie ihn nicht.',
    replaced: 'Das Labor hat stattdessen einen anderen Kalibrierschein ausgestellt. Verwenden Sie diesen nicht mehr.',
    expired_signature:
      'Dieser Kalibrierschein wurde hier ausgestellt und nicht zurückgezogen. Die Zertifikate in der Datei, mit denen ihre Signatur geprüft wurde, sind abgelaufen: Die Datei allein beweist nicht mehr, wer sie wann signiert hat. Ob sie das Original ist, wird hier weiterhin anhand ihres SHA-256 bestätigt.',
    under_review:
      'Ein Normal, auf dem diese Kalibrierung beruht, war außerhalb der Toleranz, oder sein Kalibrierschein wurde zurückgezogen. Das Labor prüft, was daraus für diesen Kalibrierschein folgt. Fragen Sie das Labor, bevor Sie sich darauf verlassen.'
  },
  replaced_by: (number) => `Ersetzt durch ${number}`,
  result: {
    original: 'Die Datei ist das Original',
    signed_copy: 'Die Datei ist eine hier signierte Kopie',
    altered: 'Die Datei wurde verändert',
    unknown: 'Die Datei ist nicht das Original'
  },
  result_meaning: {
    original: 'Sie stimmt Byte für Byte mit der ausgestellten Datei überein.',
    signed_copy:
      'Sie ist nicht die ausgestellte Datei, sondern ein Ausdruck, der hier signiert und seither nicht verändert wurde.',
    altered: 'Sie wurde nach dem Signieren verändert oder ergänzt. Verlassen Sie sich nicht darauf.',
    unknown:
      'Sie ist nicht die ausgestellte Datei und wurde nicht hier signiert: Sie ist ein anderer Kalibrierschein, ein Ausdruck oder wurde verändert.'
  },
  original_with_proofs:
    'Sie stimmt Byte für Byte mit der ausgestellten Datei überein und enthält zusätzlich Nachweise, die diese Installation hinzugefügt hat.',
  proofs: {
    'B-LT': 'Die Datei enthält die Nachweise, mit denen sich ihre Signatur später prüfen lässt (PAdES B-LT).',
    'B-LTA':
      'Die Datei enthält die Nachweise, mit denen sich ihre Signatur später prüfen lässt, und einen Zeitstempel darüber (PAdES B-LTA).'
  },
  document_stamped: (time, by) => `Ein Zeitstempel von ${by} vom ${time} umfasst die ganze Datei mit ihren Nachweisen.`,
  signed_here: (name) => `Signiert von ${name} mit einem Schlüssel dieser Installation.`,
  signed_elsewhere: (name) => `Signiert von ${name}. Diese Installation kennt den Schlüssel nicht.`,
  authority: {
    own: (name) =>
      `Das Zertifikat des Unterzeichners wurde von der Zertifizierungsstelle dieser Installation, ${name}, ausgestellt.`,
    registered: (name) => `Das Zertifikat des Unterzeichners führt zu ${name}, wie es das Labor hier hinterlegt hat.`,
    unknown: (name) =>
      `Das Zertifikat des Unterzeichners führt zu ${name}. Entscheiden Sie selbst, ob Sie dieser Zertifizierungsstelle vertrauen.`
  },
  stamped: (time, by) =>
    `Ein Zeitstempel von ${by} bestätigt, dass die Datei vor diesem Zeitpunkt signiert wurde: ${time}.`,
  stamp_trusted: 'Diese Installation vertraut der Zeitstempelstelle.',
  stamp_unknown: 'Entscheiden Sie selbst, ob Sie der Zeitstempelstelle vertrauen.',
  stamp_fault: {
    unreadable: 'Der Zeitstempel der Signatur ist nicht lesbar. Er belegt nicht, wann die Datei signiert wurde.',
    signature: 'Die Signatur des Zeitstempels ist falsch. Verlassen Sie sich nicht auf seine Zeitangabe.',
    imprint: 'Der Zeitstempel gehört zu einer anderen Signatur. Verlassen Sie sich nicht auf seine Zeitangabe.',
    purpose:
      'Der Zeitstempel wurde mit einem Zertifikat signiert, das nicht ausschließlich für Zeitstempel bestimmt ist. Verlassen Sie sich nicht auf seine Zeitangabe.',
    time: 'Der Zeitstempel nennt eine Zeit in der Zukunft oder eine, zu der sein eigenes Zertifikat nicht gültig war. Verlassen Sie sich nicht darauf.',
    expired: 'Laut Zeitstempel wurde die Datei signiert, als das Zertifikat des Unterzeichners nicht gültig war.'
  },
  no_stamp: 'Die Signatur hat keinen Zeitstempel: Wann sie entstand, gibt allein der Unterzeichner an.',
  checked_file: 'Datei',
  failed_title: 'Die Prüfung ist fehlgeschlagen',
  failed: {
    too_many_requests:
      'Von dieser Netzwerkadresse aus wurden zu viele Kalibrierscheine geprüft. Versuchen Sie es in einer Viertelstunde noch einmal.',
    too_large:
      'Die Datei ist größer als 20 MB. So groß ist kein Kalibrierschein dieser Installation. Prüfen Sie, welche Datei Sie ausgewählt haben.',
    bad_request: 'Es ist keine Datei angekommen. Wählen Sie die PDF-Datei aus und versuchen Sie es noch einmal.',
    other: 'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es in einigen Minuten noch einmal.'
  },
  unreachable: 'Der Server antwortet nicht. Prüfen Sie die Netzwerkverbindung und versuchen Sie es noch einmal.',
  uncheckable: 'Dieser Browser kann die Datei nicht prüfen. Sie können sie auf dem Server prüfen lassen.',
  number: 'Kalibrierschein',
  instrument: 'Messgerät',
  calibrated: 'Kalibriert am',
  issued: 'Ausgestellt am',
  organization: 'Ausgestellt von',
  hash: 'SHA-256 der Datei, wie ausgestellt',
  hash_hint: 'Diesen Hashwert hat die Datei, wenn ihr seither nichts hinzugefügt wurde.',
  hash_current: 'SHA-256 der Datei, wie sie jetzt heruntergeladen wird',
  hash_current_hint:
    'Dieselbe Datei mit Nachweisen für später, die diese Installation hinzugefügt hat. Dazwischen heruntergeladene Dateien können wieder einen anderen Hashwert haben; auch sie sind Originale.',
  nothing_title: 'Kalibrierschein vorlegen',
  nothing:
    'Wählen Sie die PDF-Datei aus, die Sie erhalten haben. Ohne den Kalibrierschein selbst gibt diese Seite keine Auskunft.',
  present_title: 'Ist Ihre Datei das Original?',
  present: 'Wählen Sie die PDF-Datei aus, die Sie erhalten haben. Sie wird mit der ausgestellten Datei verglichen.',
  sent: 'Die Datei wird an den Server gesendet, verglichen und nicht gespeichert.',
  kept_here:
    'Die Datei wird in diesem Browser geprüft und nicht gesendet; nur ihr Hashwert und die Angaben ihrer Signatur werden es.',
  file: 'Kalibrierschein (PDF)',
  check: 'Vergleichen'
};
