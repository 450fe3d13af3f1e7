import type { Language } from '#lib/contracts/primitives.ts';

export type CalendarWords = {
  /** Of the calendar, and of its token in lists. */
  readonly title: string;
  /** @param what the instrument, and its channel */
  readonly due: (what: string) => string;
};

const WORDS: Readonly<Record<Language, CalendarWords>> = {
  en: { title: 'Plumbline: calibrations due', due: (what) => `Calibration due: ${what}` },
  de: { title: 'Plumbline: fällige Kalibrierungen', due: (what) => `Kalibrierung fällig: ${what}` },
  fr: { title: 'Plumbline : étalonnages à faire', due: (what) => `Étalonnage à faire : ${what}` },
  es: { title: 'Plumbline: calibraciones pendientes', due: (what) => `Calibración pendiente: ${what}` }
};

export const calendarWords = (language: Language): CalendarWords => WORDS[language];
