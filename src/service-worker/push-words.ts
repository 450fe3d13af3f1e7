/** What a push message may say of itself, in the reader's language; the details are in the app, behind the sign-in. */
type Words = { readonly other: string } & Readonly<Record<string, string>>;

export const PUSH_WORDS: Readonly<Record<string, Words>> = {
  en: {
    other: 'There is a new notification.',
    calibration_due: 'Calibrations or tasks are due.',
    calibration_recorded: 'There is news about a calibration.',
    join_request: 'Someone asks to join your organization.',
    join_decision: 'Your request to join has been decided.',
    test: 'This device receives notifications.'
  },
  de: {
    other: 'Es gibt eine neue Benachrichtigung.',
    calibration_due: 'Kalibrierungen oder Aufgaben sind fällig.',
    calibration_recorded: 'Es gibt Neues zu einer Kalibrierung.',
    join_request: 'Jemand möchte Ihrer Organisation beitreten.',
    join_decision: 'Über Ihre Beitrittsanfrage wurde entschieden.',
    test: 'Dieses Gerät erhält Benachrichtigungen.'
  },
  fr: {
    other: 'Il y a une nouvelle notification.',
    calibration_due: 'Des étalonnages ou des tâches arrivent à échéance.',
    calibration_recorded: 'Il y a du nouveau au sujet d’un étalonnage.',
    join_request: 'Quelqu’un demande à rejoindre votre organisation.',
    join_decision: 'Votre demande d’adhésion a été traitée.',
    test: 'Cet appareil reçoit les notifications.'
  },
  es: {
    other: 'Hay una notificación nueva.',
    calibration_due: 'Hay calibraciones o tareas que vencen.',
    calibration_recorded: 'Hay novedades sobre una calibración.',
    join_request: 'Alguien solicita unirse a su organización.',
    join_decision: 'Se ha decidido sobre su solicitud de ingreso.',
    test: 'Este dispositivo recibe notificaciones.'
  }
};
