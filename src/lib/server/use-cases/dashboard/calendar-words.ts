import type { Language } from '#lib/contracts/primitives.ts';

export type CalendarWords = {
  /** Of the calendar, and of its token in lists. */
  readonly title: string;
  /** @param what the instrument, and its channel */
  readonly due: (what: string) => string;
  /** @param task its name */
  readonly taskDue: (task: string, what: string) => string;
};

const WORDS: Readonly<Record<Language, CalendarWords>> = {
  en: {
    title: 'Plumbline: calibrations and tasks due',
    due: (what) => `Calibration due: ${what}`,
    taskDue: (task, what) => `${task} due: ${what}`
  },
  de: {
    title: 'Plumbline: fällige Kalibrierungen und Aufgaben',
    due: (what) => `Kalibrierung fällig: ${what}`,
    taskDue: (task, what) => `${task} fällig: ${what}`
  },
  fr: {
    title: 'Plumbline : étalonnages et tâches à faire',
    due: (what) => `Étalonnage à faire : ${what}`,
    taskDue: (task, what) => `${task}, à faire : ${what}`
  },
  es: {
    title: 'Plumbline: calibraciones y tareas pendientes',
    due: (what) => `Calibración pendiente: ${what}`,
    taskDue: (task, what) => `${task}, pendiente: ${what}`
  }
};

export const calendarWords = (language: Language): CalendarWords => WORDS[language];
