import { listed, type NotificationTexts } from './notification-event.ts';

const PROBLEMS = {
  overdue: 'es war überfällig',
  voided: 'seine Kalibrierung wurde für ungültig erklärt',
  retired: 'es ist ausgemustert',
  out_of_service: 'es war gesperrt',
  failed: 'es war nicht konform'
} as const;

export const de: NotificationTexts = {
  events: {
    calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
      title: `${asset_id} wurde kalibriert`,
      body: `${recorded_by} hat Version ${version} von ${asset_name}${channel_name === null ? '' : ` (${channel_name})`} erfasst.${
        conforms === null ? '' : conforms ? ' Das Ergebnis ist konform.' : ' Das Ergebnis ist nicht konform.'
      }`
    }),
    certificate_held: ({ asset_id, asset_name, channel_name, version, recorded_by, reference, problems }) => ({
      title: `${asset_id}: Ein Kalibrierschein wartet auf Ihre Entscheidung`,
      body: `${recorded_by} hat Version ${version} von ${asset_name}${channel_name === null ? '' : `, ${channel_name}`} erfasst. Normal ${reference ?? ''}: ${problems.map((problem) => PROBLEMS[problem]).join(', ')}. Behalten Sie die Kalibrierung mit Begründung bei oder erklären Sie sie für ungültig.`
    }),
    out_of_tolerance: (told, day) => ({
      title: told.as_found
        ? `${told.asset_id} war wie vorgefunden außerhalb der Toleranz`
        : `${told.asset_id} ist nicht konform`,
      body: `${told.asset_name}${told.channel_name === null ? '' : `, ${told.channel_name}`}, Kalibrierung vom ${day(told.calibration_date)}. ${
        told.since === null
          ? 'Keine frühere Kalibrierung war konform.'
          : `Die letzte konforme Kalibrierung war am ${day(told.since)}.`
      } ${
        told.served === 0
          ? 'Es wurde seitdem nicht als Normal verwendet.'
          : `Seitdem wurde es bei ${told.served === 1 ? 'einer Kalibrierung' : `${told.served} Kalibrierungen`} als Normal verwendet: ${listed(told)}.`
      }`
    }),
    calibration_due: ({ asset_id, asset_name, due_date, overdue }, day) => ({
      title: overdue ? `${asset_id} ist überfällig` : `${asset_id} ist bald fällig`,
      body: overdue
        ? `Die Kalibrierung von ${asset_name} war am ${day(due_date)} fällig.`
        : `${asset_name} muss bis zum ${day(due_date)} kalibriert werden.`
    }),
    join_request: ({ person, organization }) => ({
      title: `${person} möchte beitreten`,
      body: `${person} möchte Mitglied von ${organization} werden.`
    }),
    join_decision: ({ organization, accepted }) => ({
      title: accepted ? `Willkommen bei ${organization}` : `Ihre Anfrage an ${organization} wurde abgelehnt`,
      body: accepted
        ? `Sie sind jetzt Mitglied von ${organization}.`
        : `Sie wurden nicht als Mitglied von ${organization} aufgenommen.`
    }),
    mail_settings_changed: ({ person, host }) => ({
      title: 'E-Mail-Einstellungen geändert',
      body: `${person} hat den Server für den E-Mail-Versand geändert${host === null ? '' : ` (jetzt ${host})`}. Prüfen Sie, ob das so gewollt ist.`
    })
  },
  preferences: {
    calibration_recorded: { name: 'Kalibrierung erfasst', hint: 'Eine andere Person hat eine Kalibrierung erfasst.' },
    join_request: {
      name: 'Beitrittsanfrage',
      hint: 'Jemand möchte einer Organisation beitreten, die Sie verwalten. Wird in der App immer angezeigt.'
    },
    join_decision: {
      name: 'Entscheidung über Ihre Anfrage',
      hint: 'Eine Organisation hat Ihre Anfrage angenommen oder abgelehnt.'
    }
  }
};
