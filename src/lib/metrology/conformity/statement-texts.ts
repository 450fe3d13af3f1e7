import type { DecisionRule, Verdict } from '../types.ts';

export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Which error was judged: before, after an adjustment, or after applying the correction curve. */
export type JudgedError = 'as_found' | 'as_left' | 'after_correction';

export type StatementTexts = {
  readonly decimalSign: string;
  readonly judged: Readonly<Record<JudgedError, string>>;
  readonly verdict: Readonly<Record<Verdict, string>>;
  readonly notJudged: string;
  readonly basis: string;
  readonly rule: Readonly<Record<DecisionRule, string>>;
  /** Between the ends of a range. */
  readonly to: string;
  readonly colon: string;
  /** With {u}, {k} and {p}. */
  readonly coverage: string;
  /** With {cmc}. */
  readonly capability: string;
};

/** Placeholders are in braces; all languages say the same. */
export const STATEMENT_TEXTS: Readonly<Record<Language, StatementTexts>> = {
  en: {
    decimalSign: '.',
    judged: { as_found: 'as found', as_left: 'as left', after_correction: 'after correction' },
    verdict: {
      pass: 'conforms to the tolerance (pass)',
      conditional_pass: 'conforms to the tolerance within its uncertainty (conditional pass)',
      conditional_fail: 'does not conform to the tolerance within its uncertainty (conditional fail)',
      fail: 'does not conform to the tolerance (fail)'
    },
    notJudged: 'no statement of conformity',
    basis: 'Statement of conformity in accordance with the decision rule agreed (ISO/IEC 17025:2017, 7.8.6).',
    to: 'to',
    colon: ':',
    rule: {
      simple_acceptance:
        'Decision rule: simple acceptance, guard band w = 0 (ILAC-G8:09/2019, 4.2.1; JCGM 106:2012, 8.2.1).',
      guard_band:
        'Decision rule: guarded acceptance, guard band w = {r} U (ILAC-G8:09/2019, 4.2.2; JCGM 106:2012, 8.3.2).',
      non_binary: 'Decision rule: non-binary statement with guard band w = U (ILAC-G8:09/2019, 4.2.3).',
      guard_band_risk:
        'Decision rule: guarded acceptance with a probability of false acceptance of at most {q} % (ILAC-G8:09/2019, 4.2.2; JCGM 106:2012, 8.3.2).',
      rss: 'Decision rule: guarded acceptance, limits A = √(T² − U²) (ANSI/NCSL Z540.3 Handbook, method 5).',
      dobbert_6:
        'Decision rule: guarded acceptance by the managed guard band, probability of false acceptance at most 2 % for centred, normally distributed populations of instruments (ANSI/NCSL Z540.3 Handbook, method 6).',
      target_pfa:
        'Decision rule: guarded acceptance, probability of false acceptance at most {a} % for centred, normally distributed populations of instruments (JCGM 106:2012, 9.5).',
      z540_tur4:
        'Decision rule: simple acceptance where the test uncertainty ratio is at least 4, else guarded acceptance with A = √(T² − U²) (ANSI/NCSL Z540.3).'
    },
    coverage:
      'The errors judged have the expanded uncertainty U = {u}, coverage factor k = {k}, coverage probability p = {p} %.',
    capability: 'U is not reported smaller than the calibration and measurement capability, {cmc}.'
  },
  es: {
    decimalSign: ',',
    judged: {
      as_found: 'tal como se encontró',
      as_left: 'tras el ajuste',
      after_correction: 'después de la corrección'
    },
    verdict: {
      pass: 'conforme con la tolerancia (pasa)',
      conditional_pass: 'conforme con la tolerancia dentro de su incertidumbre (pasa condicionalmente)',
      conditional_fail: 'no conforme con la tolerancia dentro de su incertidumbre (no pasa condicionalmente)',
      fail: 'no conforme con la tolerancia (no pasa)'
    },
    notJudged: 'sin declaración de conformidad',
    basis: 'Declaración de conformidad de acuerdo con la regla de decisión acordada (ISO/IEC 17025:2017, 7.8.6).',
    to: 'a',
    colon: ':',
    rule: {
      simple_acceptance:
        'Regla de decisión: aceptación simple, banda de guarda w = 0 (ILAC-G8:09/2019, 4.2.1; JCGM 106:2012, 8.2.1).',
      guard_band:
        'Regla de decisión: aceptación con banda de guarda w = {r} U (ILAC-G8:09/2019, 4.2.2; JCGM 106:2012, 8.3.2).',
      non_binary: 'Regla de decisión: declaración no binaria con banda de guarda w = U (ILAC-G8:09/2019, 4.2.3).',
      guard_band_risk:
        'Regla de decisión: aceptación con banda de guarda, probabilidad de falsa aceptación de {q} % como máximo (ILAC-G8:09/2019, 4.2.2; JCGM 106:2012, 8.3.2).',
      rss: 'Regla de decisión: aceptación con banda de guarda, límites A = √(T² − U²) (manual ANSI/NCSL Z540.3, método 5).',
      dobbert_6:
        'Regla de decisión: aceptación con banda de guarda gestionada, probabilidad de falsa aceptación de 2 % como máximo para poblaciones de instrumentos centradas y con distribución normal (manual ANSI/NCSL Z540.3, método 6).',
      target_pfa:
        'Regla de decisión: aceptación con banda de guarda, probabilidad de falsa aceptación de {a} % como máximo para poblaciones de instrumentos centradas y con distribución normal (JCGM 106:2012, 9.5).',
      z540_tur4:
        'Regla de decisión: aceptación simple si la relación de incertidumbre de ensayo es al menos 4, si no, banda de guarda con A = √(T² − U²) (ANSI/NCSL Z540.3).'
    },
    coverage:
      'Los errores evaluados tienen la incertidumbre expandida U = {u}, factor de cobertura k = {k}, probabilidad de cobertura p = {p} %.',
    capability: 'U no se declara menor que la capacidad de medición y calibración, {cmc}.'
  },
  fr: {
    decimalSign: ',',
    judged: { as_found: 'avant intervention', as_left: 'après ajustage', after_correction: 'après correction' },
    verdict: {
      pass: 'conforme à la tolérance (accepté)',
      conditional_pass: 'conforme à la tolérance dans les limites de son incertitude (accepté sous condition)',
      conditional_fail: 'non conforme à la tolérance dans les limites de son incertitude (rejeté sous condition)',
      fail: 'non conforme à la tolérance (rejeté)'
    },
    notJudged: 'pas de déclaration de conformité',
    basis: 'Déclaration de conformité établie selon la règle de décision convenue (ISO/IEC 17025:2017, 7.8.6).',
    to: 'à',
    colon: ' :',
    rule: {
      simple_acceptance:
        'Règle de décision : acceptation simple, bande de garde w = 0 (ILAC-G8:09/2019, 4.2.1 ; JCGM 106:2012, 8.2.1).',
      guard_band:
        'Règle de décision : acceptation avec bande de garde w = {r} U (ILAC-G8:09/2019, 4.2.2 ; JCGM 106:2012, 8.3.2).',
      non_binary: 'Règle de décision : déclaration non binaire avec bande de garde w = U (ILAC-G8:09/2019, 4.2.3).',
      guard_band_risk:
        'Règle de décision : acceptation avec bande de garde, probabilité de fausse acceptation d’au plus {q} % (ILAC-G8:09/2019, 4.2.2 ; JCGM 106:2012, 8.3.2).',
      rss: 'Règle de décision : acceptation avec bande de garde, limites A = √(T² − U²) (manuel ANSI/NCSL Z540.3, méthode 5).',
      dobbert_6:
        'Règle de décision : acceptation avec bande de garde gérée, probabilité de fausse acceptation d’au plus 2 % pour des populations d’instruments centrées et de distribution normale (manuel ANSI/NCSL Z540.3, méthode 6).',
      target_pfa:
        'Règle de décision : acceptation avec bande de garde, probabilité de fausse acceptation d’au plus {a} % pour des populations d’instruments centrées et de distribution normale (JCGM 106:2012, 9.5).',
      z540_tur4:
        'Règle de décision : acceptation simple si le rapport d’incertitude d’essai est d’au moins 4, sinon bande de garde avec A = √(T² − U²) (ANSI/NCSL Z540.3).'
    },
    coverage:
      'Les erreurs jugées ont l’incertitude élargie U = {u}, facteur d’élargissement k = {k}, probabilité de couverture p = {p} %.',
    capability: 'U n’est pas déclarée inférieure à l’aptitude en matière de mesures et d’étalonnages, {cmc}.'
  },
  de: {
    decimalSign: ',',
    judged: {
      as_found: 'wie vorgefunden',
      as_left: 'nach der Justierung',
      after_correction: 'nach Anwendung der Korrektur'
    },
    verdict: {
      pass: 'konform mit der Toleranz (bestanden)',
      conditional_pass: 'im Rahmen der Messunsicherheit konform mit der Toleranz (bedingt bestanden)',
      conditional_fail: 'im Rahmen der Messunsicherheit nicht konform mit der Toleranz (bedingt nicht bestanden)',
      fail: 'nicht konform mit der Toleranz (nicht bestanden)'
    },
    notJudged: 'keine Konformitätsaussage',
    basis: 'Konformitätsaussage nach der vereinbarten Entscheidungsregel (ISO/IEC 17025:2017, 7.8.6).',
    to: 'bis',
    colon: ':',
    rule: {
      simple_acceptance:
        'Entscheidungsregel: einfache Akzeptanz, Schutzabstand w = 0 (ILAC-G8:09/2019, 4.2.1; JCGM 106:2012, 8.2.1).',
      guard_band:
        'Entscheidungsregel: Akzeptanz mit Schutzabstand w = {r} U (ILAC-G8:09/2019, 4.2.2; JCGM 106:2012, 8.3.2).',
      non_binary: 'Entscheidungsregel: nicht-binäre Aussage mit Schutzabstand w = U (ILAC-G8:09/2019, 4.2.3).',
      guard_band_risk:
        'Entscheidungsregel: Akzeptanz mit Schutzabstand, Wahrscheinlichkeit falscher Annahme höchstens {q} % (ILAC-G8:09/2019, 4.2.2; JCGM 106:2012, 8.3.2).',
      rss: 'Entscheidungsregel: Akzeptanz mit Schutzabstand, Grenzen A = √(T² − U²) (Handbuch ANSI/NCSL Z540.3, Verfahren 5).',
      dobbert_6:
        'Entscheidungsregel: Akzeptanz mit gesteuertem Schutzabstand, Wahrscheinlichkeit falscher Annahme höchstens 2 % für zentrierte, normalverteilte Gesamtheiten von Geräten (Handbuch ANSI/NCSL Z540.3, Verfahren 6).',
      target_pfa:
        'Entscheidungsregel: Akzeptanz mit Schutzabstand, Wahrscheinlichkeit falscher Annahme höchstens {a} % für zentrierte, normalverteilte Gesamtheiten von Geräten (JCGM 106:2012, 9.5).',
      z540_tur4:
        'Entscheidungsregel: einfache Akzeptanz ab einem Unsicherheitsverhältnis (TUR) von 4, sonst Schutzabstand mit A = √(T² − U²) (ANSI/NCSL Z540.3).'
    },
    coverage:
      'Die beurteilten Abweichungen haben die erweiterte Messunsicherheit U = {u}, Erweiterungsfaktor k = {k}, Überdeckungswahrscheinlichkeit p = {p} %.',
    capability: 'U wird nicht kleiner angegeben als die Kalibrier- und Messmöglichkeit, {cmc}.'
  }
};
