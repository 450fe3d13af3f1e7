import model from '#lib/i18n/de/model.json' with { type: 'json' };
import type { CertificateLabels } from './certificate-labels.ts';

export const german: CertificateLabels = {
  certificate: 'Kalibrierschein',
  record: 'Nachweis',
  page: 'Seite {page} von {pages}',
  title: 'Kalibrierschein',
  external_title: 'Nachweis einer externen Kalibrierung',
  external_data:
    '**Daten eines anderen Labors:** {laboratory}, Kalibrierschein {number}. Dies ist kein Kalibrierschein von {organization}.',
  not_recorded: 'nicht angegeben',
  no_address: 'Anschrift des Labors nicht angegeben',
  copy: '**KOPIE**, gedruckt am {date}',
  voided: '**Ungültig seit {date}.** Dieser Kalibrierschein gilt nicht mehr.',
  voided_record: '**Ungültig seit {date}.** Dieser Nachweis gilt nicht mehr.',
  void_reason: 'Grund: {reason}',
  replaces: 'Dieser Kalibrierschein ersetzt den Kalibrierschein {number} (Version {version}).',
  item: 'Gegenstand',
  identification: 'Kennzeichen',
  serial_number: 'Seriennummer {serial}',
  channel: 'Kanal',
  range: 'Bereich',
  range_text: '{from} bis {to}',
  quantity: 'Messgröße',
  condition: 'Zustand',
  customer: 'Auftraggeber',
  place: 'Ort',
  received: 'Eingegangen am',
  calibration_date: 'Kalibriert am',
  issue_date: 'Ausgestellt am',
  procedure: 'Verfahren',
  revision: 'Revision {revision}',
  no_revision: 'Revision nicht angegeben',
  environment: 'Umgebung',
  external_laboratory: 'Kalibriert von',
  external_certificate: 'Dessen Kalibrierschein',
  external_accreditation: 'Dessen Akkreditierung',
  results: 'Ergebnisse',
  results_follow: 'Die Ergebnisse aller {count} Punkte folgen nach der Unterschrift.',
  coefficients_only: 'Erfasst ist nur die Korrekturkurve dieser Kalibrierung; einzelne Punkte wurden nicht erfasst.',
  uncertainty_only:
    'Hier ist nur die erweiterte Messunsicherheit erfasst; die Ergebnisse stehen im Kalibrierschein von {laboratory}.',
  external_evaluated:
    'Bezugswerte und Anzeigen stammen von {laboratory}; berechnet und auf Konformität bewertet hat {organization}.',
  before_adjustment: 'Vorgefunden, vor der Justierung',
  verification: 'Überprüfung nach der Korrektur',
  verification_alone: 'Überprüfung',
  number: 'Nr.',
  reference: 'Bezugswert',
  indication: 'Anzeige',
  as_found: 'Vorgefunden',
  as_left: 'Nach Justierung',
  after_correction: 'Nach Korrektur',
  error: 'Abweichung',
  verdict: 'Bewertung',
  verdicts: {
    pass: 'bestanden',
    conditional_pass: 'bedingt bestanden',
    conditional_fail: 'bedingt nicht bestanden',
    fail: 'nicht bestanden'
  },
  error_note: 'Vorgefundene Messabweichung *e* = *y* − *x*.',
  error_in_force_note:
    'Vorgefundene Messabweichung *e* = *g*(*y*) − *x* mit der Korrektur *g*, mit der das Gerät verwendet wurde.',
  corrected_error_note: 'Messabweichung nach der Korrektur *a* = *f*(*y*) − *x*.',
  left_error_note: 'Messabweichung nach der Justierung *a* = *y* − *x*.',
  error_includes_reference:
    '*U* einer Abweichung enthält die Unsicherheit des Bezugswerts ihres Punkts; die erweiterte Messunsicherheit der korrigierten Werte enthält sie nicht.',
  found_coverage: '*U* vorgefunden: {coverage}.',
  corrected_coverage: '*U* nach Korrektur: {coverage}.',
  left_coverage: '*U* nach Justierung: {coverage}.',
  tolerance_note: 'Toleranz {tolerance}.',
  specification: 'Spezifikation: {specification}.',
  customer_data:
    'Angabe des Auftraggebers, vom Labor nicht geprüft; sie kann die Gültigkeit der Ergebnisse beeinflussen.',
  of_reading: 'vom Bezugswert',
  of_span: 'der Messspanne',
  of_indication: 'der Anzeige',
  of_value: 'des Werts',
  hysteresis_note: 'Hysterese (steigend ↑ minus fallend ↓) höchstens {value}.',
  not_judged: 'Ein Strich bedeutet, dass diese Punkte keine Aussage erlauben.',
  conformity: 'Konformität',
  points_conform: '{good} von {all} Punkten konform',
  points_conform_one: '{good} von {all} Punkt konform',
  decides: 'maßgebend',
  no_tolerance: 'Es wurde keine Toleranz angegeben; eine Konformitätsaussage entfällt.',
  expanded_uncertainty: 'Erweiterte Messunsicherheit',
  value_uncertainty: 'Erweiterte Messunsicherheit der korrigierten Werte',
  traceability: 'Rückführung',
  reference_text: '{reference}, *U* = {uncertainty} (*k* = {k}).',
  reference_certificate: 'Kalibrierschein {number}',
  reference_date: 'vom {date}',
  calibrated_by: 'von {laboratory}',
  accreditation: '(Akkreditierung {accreditation})',
  traceable: 'Über dieses Normal sind die Ergebnisse auf das Internationale Einheitensystem (SI) rückgeführt.',
  not_traceable: 'Eine Rückführung auf das Internationale Einheitensystem wird daher nicht bestätigt.',
  reference_overdue: 'Seine Kalibrierung war am {date} fällig, vor dieser Kalibrierung.',
  reference_voided: 'Seine Kalibrierung wurde für ungültig erklärt.',
  reference_unknown: 'Sein Labor oder sein Kalibrierschein ist nicht angegeben.',
  traceable_external: 'Zur Rückführung siehe den Kalibrierschein des Labors, das das Gerät kalibriert hat.',
  no_reference: 'Es ist kein Bezugsnormal angegeben.',
  correction_curve: 'Korrekturkurve',
  error_curve: 'Messabweichungen',
  tolerance: 'Toleranz {limits}',
  acceptance: 'Akzeptanz {limits}',
  correction_series: '*f*(*y*) − *y*, Band ± *U*',
  band: 'Band ± *U*',
  indication_axis: 'Anzeige',
  curve_domain: '*y* von {from} bis {to}.',
  interpolated: '*f*(*y*): monotone kubische Interpolation durch {count} Punkte',
  equation_with: 'mit',
  equation_below_zero: 'letzter Term nur unter 0 °C',
  fit_text: '{model}, {method}.',
  fit_scatter_relative:
    'Die Punkte streuen um das {s}-Fache ihrer angegebenen Unsicherheiten, mit {nu} Freiheitsgraden.',
  fit_scatter_relative_one:
    'Die Punkte streuen um das {s}-Fache ihrer angegebenen Unsicherheiten, mit 1 Freiheitsgrad.',
  fit_scatter: 'Reststandardabweichung {s} mit {nu} Freiheitsgraden.',
  fit_scatter_one: 'Reststandardabweichung {s} mit 1 Freiheitsgrad.',
  models: model.printed,
  methods: {
    ols: 'kleinste Quadrate',
    wls: 'gewichtete kleinste Quadrate',
    gdr: 'Regression mit Unsicherheiten in beiden Größen'
  },
  circles_correction: 'Kreise: an jedem Punkt gefundene Korrektur.',
  circles_error: 'Kreise: Messabweichung an jedem Punkt.',
  diamonds: 'Rauten: nicht konforme Punkte.',
  diamonds_found: 'Rauten: vorgefunden nicht konforme Punkte.',
  shaded: 'Fläche: ± *U*.',
  coefficient: 'Koeffizient',
  value: 'Wert',
  standard_error: 'Standardunsicherheit',
  band_most: 'Zwischen den Punkten beträgt *U* höchstens {most}.',
  band_formula:
    'Bei einer Anzeige *y* in diesem Bereich ist *U* ≤ *k* √(∑_{*i*, *j*} *V*_{*ij*} *y*^{*i* + *j*} + *u*_{0}²) mit *k* = {k}, *u*_{0} = {rest} und den Kovarianzen *V* der Koeffizienten.',
  without_curve: 'ohne die Unsicherheit der Kurve, die nicht bekannt ist',
  band_unknown: 'Zwischen den Punkten ist die Unsicherheit der Kurve nicht bekannt.',
  budget: 'Messunsicherheitsbudget bei {point}',
  source: 'Quelle',
  distribution: 'Verteilung',
  share: 'Anteil',
  combined_floor: 'Stattdessen angegeben: die Hälfte der kleinsten angebbaren Messunsicherheit (CMC)',
  combined: 'Kombinierte Standardunsicherheit',
  point_reference: 'Bezugswert des Punkts',
  sources: {
    curve_fit: 'Kurvenanpassung',
    lack_of_fit: 'Modellabweichung',
    repeatability: 'Wiederholpräzision',
    resolution: 'Auflösung',
    reference_standard: 'Bezugsnormal',
    drift: 'Drift',
    environment: 'Umgebung',
    hysteresis: 'Hysterese',
    other: 'Sonstiges'
  },
  distributions: {
    normal: 'Normal',
    rectangular: 'Rechteck',
    triangular: 'Dreieck',
    arcsine: 'Arkussinus',
    trapezoidal: 'Trapez',
    student_t: 'Student-*t*',
    exponential: 'Exponential',
    poisson: 'Poisson'
  },
  coverage_t:
    'Die erweiterte Messunsicherheit ist die kombinierte Standardunsicherheit multipliziert mit *k* = {k}; bei einer *t*-Verteilung mit *ν*_{eff} = {nu} entspricht das einer Überdeckungswahrscheinlichkeit von {p} (JCGM 100:2008).',
  coverage_normal:
    'Die erweiterte Messunsicherheit ist die kombinierte Standardunsicherheit multipliziert mit *k* = {k}; bei einer Normalverteilung entspricht das einer Überdeckungswahrscheinlichkeit von {p} (JCGM 100:2008).',
  coverage_other:
    'Die erweiterte Messunsicherheit ist die kombinierte Standardunsicherheit multipliziert mit *k* = {k}; die Überdeckungswahrscheinlichkeit beträgt {p} (JCGM 100:2008).',
  coverage_rectangular:
    'Die erweiterte Messunsicherheit ist die kombinierte Standardunsicherheit multipliziert mit *k* = {k}; bei der Rechteckverteilung, die sie dominiert, entspricht das einer Überdeckungswahrscheinlichkeit von {p} (EA-4/02 M:2022).',
  coverage_trapezoidal:
    'Die erweiterte Messunsicherheit ist die kombinierte Standardunsicherheit multipliziert mit *k* = {k}; bei der Trapezverteilung aus den zwei Rechteckverteilungen, die sie dominieren, entspricht das einer Überdeckungswahrscheinlichkeit von {p} (EA-4/02 M:2022).',
  coverage_floor:
    'Die erweiterte Messunsicherheit ist die stattdessen angegebene Standardunsicherheit multipliziert mit *k* = {k}; bei einer Normalverteilung entspricht das einer Überdeckungswahrscheinlichkeit von {p} (JCGM 100:2008).',
  cmc: 'Messunsicherheiten unter der kleinsten angebbaren Messunsicherheit des Labors von {cmc} werden nicht angegeben.',
  trials:
    'Die Monte-Carlo-Methode mit {trials} Versuchen (JCGM 101:2008) ergibt *u* = {u} und für {p} das Intervall von {low} bis {high}.',
  trials_alone: 'Die Monte-Carlo-Methode mit {trials} Versuchen (JCGM 101:2008) ergibt *u* = {u}.',
  trials_of_result: 'diese Unsicherheit',
  trials_of_lines: 'die Unsicherheit aus den Zeilen des Budgets der Messunsicherheit',
  trials_confirm: 'Sie bestätigt {uncertainty} auf zwei signifikante Stellen.',
  trials_refute: 'Sie bestätigt {uncertainty} nicht auf zwei signifikante Stellen.',
  trials_undecided: 'Für eine Bestätigung auf zwei signifikante Stellen sind das zu wenige Versuche.',
  remarks: 'Bemerkungen',
  reference_reason: 'Warum dieses Normal verwendet wurde: {reason}',
  unknown_letters: 'Zeichen, die den Schriften dieses Kalibrierscheins fehlen, sind als \ufffd gedruckt.',
  kept: 'Freigegeben von {name} am {date} nach Prüfung dieser Bemerkungen: {reason}',
  warnings: {
    ea_dominant_restricted:
      'Eine Rechteckverteilung dominiert das Budget, aber die Überdeckungswahrscheinlichkeit liegt über 95,45 % oder der Rest hat weniger als zehn Freiheitsgrade: *k* folgt aus der *t*-Verteilung.',
    overstated_uncertainty:
      'Die Punkte streuen weniger um die Kurve, als ihre angegebenen Unsicherheiten erwarten lassen: Diese sind möglicherweise zu groß oder enthalten Anteile, die allen Punkten gemeinsam sind.',
    scaled_form:
      'Die Anzeigen liegen so weit von null, dass die gedruckten Koeffizienten für die Rechnung von Hand zu wenige Stellen behalten.',
    in_force_extrapolation:
      'Die bisherige Korrektur wurde außerhalb des Bereichs angewandt, für den sie bestimmt wurde.',
    reference_twice:
      'Die Bezugswerte der Punkte sind korreliert, und das Normal ist zusätzlich angegeben: Gemeinsames zählt möglicherweise doppelt.',
    nominal_put_in: 'Vorgefundene Abweichungen gelten nach der Nennkennlinie des Ausgangssignals.',
    zero_tolerance: 'An einigen Punkten ist die Toleranz null: Dort ist kaum eine Abweichung konform.',
    judged_with_other_history:
      'Erfasst auf einem Gerät, dem nicht die ganze Vorgeschichte des Messgeräts und seines Normals vorlag; die Bewertung ist mit beiden gleich.',
    no_degrees_of_freedom:
      'Die Kurve hat so viele Koeffizienten wie Punkte und geht durch alle: Ihre Streuung ist unbekannt, und diese Punkte können sie nicht bestätigen.',
    interpolation_unverified:
      'Die Kurve geht durch die Mittelwerte der Punkte; diese können sie daher nicht bestätigen, und sie wurde nicht mit weiteren Punkten überprüft.',
    chi_squared:
      'Die Punkte streuen stärker um die Kurve, als ihre angegebenen Unsicherheiten erklären (*p* < 0,05): Daraus wird keine Konformität festgestellt.',
    lack_of_fit:
      'Die wiederholten Punkte streuen weniger, als sie von der Kurve abweichen: Deren Form passt nicht zum Gerät.',
    outliers: 'Weit von der Kurve, die die übrigen Punkte ergeben: Punkt {points}.',
    outliers_many: 'Weit von der Kurve, die die übrigen Punkte ergeben: Punkte {points}.',
    repeatability_unknown:
      'Die Streuung der Anzeigen ist nicht bekannt: Die Messunsicherheit enthält keine Wiederholpräzision.',
    repeatability_twice:
      'Das Budget enthält sowohl die aus den Punkten ermittelte als auch eine angegebene Wiederholpräzision.',
    resolution_left_out:
      'Die Auflösung ist kein eigener Beitrag des Budgets: Die Streuung der Anzeigen ist größer und enthält deren Rundung.',
    hysteresis_in_repeatability:
      'Nicht jeder geplante Wert wurde in einer Richtung wiederholt: Die Wiederholpräzision enthält die Differenz zwischen steigenden und fallenden Ablesungen.',
    correlated_degrees_of_freedom:
      'Korrelierte Beiträge mit endlichen Freiheitsgraden zählen als ein Beitrag, mit der kleinsten Zahl unter ihnen.',
    monte_carlo_joint_normal:
      'Für die Monte-Carlo-Versuche wurden korrelierte Beiträge aus einer gemeinsamen Normalverteilung gezogen.',
    no_uncertainty: 'Es ist kein Beitrag zur Messunsicherheit bekannt: Sie ist mit null angegeben.',
    uncertainty_unknown: 'Ist die Messunsicherheit null oder unbekannt, wird keine Konformität festgestellt.',
    older_format:
      'Punkte mit gleichem Wert zählen hier als Wiederholungen, wie in Aufzeichnungen vor Version 3.6.1+2; nach der heutigen Regel wären Konformität oder Messunsicherheit andere.',
    as_found_undefined:
      'Anzeige und Bezugswert haben verschiedene Einheiten, und es galt keine Korrektur: Daher gibt es keine vorgefundene Messabweichung.',
    tur_below_4:
      'Das Unsicherheitsverhältnis (TUR) liegt an einigen Punkten unter 4: Sie sind mit einem Schutzabstand nach der Wurzel der Quadratsumme bewertet.',
    extrapolation:
      'Die Kurve wurde außerhalb des Bereichs der Punkte ausgewertet, wo sie nicht durch Messungen gestützt ist.',
    correction_not_applied: 'Nach Korrektur bewertet, obwohl dieses Gerät ohne Korrektur verwendet wird.',
    reference_retired: 'Das Normal war bei der Erfassung dieser Kalibrierung ausgemustert.',
    reference_out_of_service: 'Das Normal war bei der Erfassung dieser Kalibrierung gesperrt.',
    reference_superseded: 'Bei der Erfassung dieser Kalibrierung gab es bereits eine neuere Kalibrierung des Normals.',
    reference_failed: 'Das Normal war bei seiner Kalibrierung nicht konform.',
    date_before_registration: 'Das Kalibrierdatum liegt vor dem Tag, an dem das Messgerät angelegt wurde.',
    date_long_ago: 'Die Kalibrierung wurde mehr als zwei Jahre nach ihrem Datum erfasst.',
    environment_unusual: 'Temperatur, relative Feuchte oder Luftdruck liegen außerhalb der in Laboren üblichen Werte.',
    environment_outside_procedure:
      'Temperatur, relative Feuchte oder Luftdruck liegen außerhalb der Grenzen des Verfahrens.',
    procedure_superseded: 'Bei der Erfassung dieser Kalibrierung gab es bereits eine neuere Revision des Verfahrens.',
    procedure_retired: 'Das Verfahren war zurückgezogen, als diese Kalibrierung erfasst wurde.',
    readings_outside_range: 'Messwerte liegen weit außerhalb des Messbereichs des Messgeräts.'
  },
  recorded: 'Erfasst am {date}',
  recorded_by: 'Erfasst von',
  performed_by: 'Kalibriert von',
  release: 'Freigabe durch {person}.',
  release_second: 'Geprüft und freigegeben von {person} am {date}.',
  release_same: 'Freigabe durch dieselbe Person, {person}.',
  release_automatic: 'Freigabe durch dieselbe Person, {person}, mit der Erfassung: Das Labor gibt automatisch frei.',
  release_unknown: 'Wer die Freigabe erteilt hat, ist nicht angegeben.',
  roles: { viewer: 'Betrachter', technician: 'Techniker', admin: 'Administrator', superadmin: 'Administrator' },
  signed_electronically: 'elektronisch signiert',
  signature_text: 'Zertifikat {fingerprint}, gültig bis {year}',
  verify: 'Prüfen',
  footer:
    'Die Ergebnisse gelten nur für den kalibrierten Gegenstand. Dieser Schein darf nur vollständig und unverändert weiterverbreitet werden; Auszüge bedürfen der schriftlichen Zustimmung des Labors. Stand: {url}',
  footer_record:
    'Daten eines anderen Labors; sie gelten nur für den genannten Gegenstand und dürfen nur vollständig weiterverbreitet werden. Stand: {url}',
  sign_reason: 'Kalibrierschein {number}',
  sign_reason_record: 'Nachweis einer externen Kalibrierung {number}'
};
