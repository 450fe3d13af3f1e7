import type { NotificationTexts } from './notification-event.ts';

export const de: NotificationTexts = {
  calibration_recorded: ({ asset_id, asset_name, channel_name, version, recorded_by, conforms }) => ({
    title: `${asset_id} wurde kalibriert`,
    body: `${recorded_by} hat Version ${version} von ${asset_name}${channel_name === null ? '' : ` (${channel_name})`} erfasst.${
      conforms === null ? '' : conforms ? ' Das Ergebnis ist konform.' : ' Das Ergebnis ist nicht konform.'
    }`
  }),
  calibration_due: ({ asset_id, asset_name, due_date, overdue }, day) => ({
    title: overdue ? `${asset_id} ist überfällig` : `${asset_id} ist bald fällig`,
    body: overdue
      ? `Die Kalibrierung von ${asset_name} ist am ${day(due_date)} abgelaufen.`
      : `${asset_name} ist bis zum ${day(due_date)} zu kalibrieren.`
  }),
  join_request: ({ person, organization }) => ({
    title: `${person} möchte beitreten`,
    body: `${person} bittet um die Mitgliedschaft bei ${organization}.`
  }),
  join_decision: ({ organization, accepted }) => ({
    title: accepted ? `Willkommen bei ${organization}` : `Ihre Anfrage an ${organization} wurde abgelehnt`,
    body: accepted
      ? `Sie sind jetzt Mitglied von ${organization}.`
      : `Sie sind nicht Mitglied von ${organization} geworden.`
  })
};
