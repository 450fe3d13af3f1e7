import { listed, nameOf, type NotificationTexts } from './notification-event.ts';

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
      body: `${recorded_by} hat Version ${version} von ${nameOf({ asset_name, channel_name })} erfasst.${
        conforms === null ? '' : conforms ? ' Das Ergebnis ist konform.' : ' Das Ergebnis ist nicht konform.'
      }`
    }),
    certificate_held: ({ asset_id, asset_name, channel_name, version, recorded_by, reference, problems }) => ({
      title: `${asset_id}: Ein Kalibrierschein wartet auf Ihre Entscheidung`,
      body: `${recorded_by} hat Version ${version} von ${nameOf({ asset_name, channel_name })} erfasst. Normal ${reference ?? ''}: ${problems.map((problem) => PROBLEMS[problem]).join(', ')}. Behalten Sie die Kalibrierung mit Begründung bei oder erklären Sie sie für ungültig.`
    }),
    release_waiting: ({ recorded_by, version, answer, ...asset }) => ({
      title: `${asset.asset_id}: Ein Kalibrierschein wartet auf Ihre Freigabe`,
      body:
        answer === null
          ? `${recorded_by} hat Version ${version} von ${nameOf(asset)} erfasst. Prüfen Sie sie und geben Sie sie frei oder geben Sie sie zurück.`
          : `Version ${version} von ${nameOf(asset)} war zurückgegeben und wurde beantwortet: ${answer}`
    }),
    release_returned: ({ returned_by, reason, version, ...asset }) => ({
      title: `${asset.asset_id}: Eine Kalibrierung wurde zurückgegeben`,
      body: `${returned_by} hat Version ${version} von ${nameOf(asset)} zurückgegeben: ${reason} Antworten Sie, oder lassen Sie sie für ungültig erklären und kalibrieren Sie erneut.`
    }),
    out_of_tolerance: (event, day) => ({
      title: event.as_found
        ? `${event.asset_id} war wie vorgefunden außerhalb der Toleranz`
        : `${event.asset_id} ist nicht konform`,
      body: `${nameOf(event)}, Kalibrierung vom ${day(event.calibration_date)}. ${
        event.since === null
          ? 'Keine frühere Kalibrierung war konform.'
          : `Die letzte konforme Kalibrierung war am ${day(event.since)}.`
      } ${
        event.served === 0
          ? 'Es wurde seitdem nicht als Normal verwendet.'
          : `Seitdem wurde es bei ${event.served === 1 ? 'einer Kalibrierung' : `${event.served} Kalibrierungen`} als Normal verwendet: ${listed(event)}.`
      }`
    }),
    calibration_due: ({ due_date, overdue, ...asset }, day) => ({
      title: overdue ? `${asset.asset_id}: Kalibrierung überfällig` : `${asset.asset_id}: Kalibrierung bald fällig`,
      body: overdue
        ? `Die Kalibrierung von ${nameOf(asset)} war am ${day(due_date)} fällig.`
        : `Kalibrieren Sie ${nameOf(asset)} bis zum ${day(due_date)}.`
    }),
    task_due: ({ task_name, due_date, overdue, ...asset }, day) => ({
      title: overdue ? `${asset.asset_id}: ${task_name} überfällig` : `${asset.asset_id}: ${task_name} bald fällig`,
      body: `${task_name} für ${nameOf(asset)} ${overdue ? 'war' : 'ist'} am ${day(due_date)} fällig.`
    }),
    many_due: ({ organization, due_soon, overdue }) => ({
      title: `${organization}: Viele Kalibrierungen und Aufgaben sind fällig`,
      body: `${overdue} überfällig, ${due_soon} bald fällig. Öffnen Sie die Liste der Prüfmittel.`
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
    webhook_turned_off: ({ webhook, gone }) => ({
      title: `Webhook „${webhook}“ wurde abgeschaltet`,
      body: `${gone ? 'Der Empfänger hat mit „410 Gone“ geantwortet.' : 'Der Empfänger hat seit drei Tagen keine Nachricht angenommen.'} Prüfen Sie die Adresse und schalten Sie den Webhook wieder ein, oder löschen Sie ihn.`
    }),
    signing_certificate_expires: ({ organization, expires_on }, day) => ({
      title: `${organization}: Das Signaturzertifikat läuft bald ab`,
      body: `Das Zertifikat, mit dem ${organization} Kalibrierscheine signiert, läuft am ${day(expires_on)} ab. Importieren Sie vorher ein neues; danach signiert sonst diese Installation mit ihrem eigenen.`
    }),
    second_factor_changed: ({ change, by, left }) =>
      ({
        added: {
          title: 'Zweiter Faktor eingeschaltet',
          body: 'Für Ihr Konto wurde eine Authenticator-App eingerichtet. Wer sich mit dem Passwort anmeldet, braucht jetzt zusätzlich einen Code daraus oder einen Passkey.'
        },
        passkey_added: {
          title: 'Passkey hinzugefügt',
          body: 'Ihrem Konto wurde ein Passkey hinzugefügt. Mit ihm meldet man sich ohne Passwort an.'
        },
        passkey_removed: {
          title: 'Passkey entfernt',
          body: 'Ein Passkey Ihres Kontos wurde entfernt. Für die Anmeldung ist weiterhin ein zweiter Faktor nötig.'
        },
        app_removed: {
          title: 'Authenticator-App ausgeschaltet',
          body: 'Die Authenticator-App Ihres Kontos wurde ausgeschaltet. Sie melden sich mit einem Passkey an.'
        },
        turned_off: {
          title: 'Zweiter Faktor ausgeschaltet',
          body: 'Für die Anmeldung an Ihrem Konto genügt jetzt Ihr Passwort. Ihre Wiederherstellungscodes sind ungültig.'
        },
        removed: {
          title: 'Zweiter Faktor entfernt',
          body: `${by ?? 'Jemand mit Zugang zum Server'} hat den zweiten Faktor Ihres Kontos mit allen Passkeys entfernt. Für die Anmeldung genügt jetzt Ihr Passwort. Richten Sie in Ihrem Profil einen neuen ein.`
        },
        identity_linked: {
          title: 'Single Sign-on verknüpft',
          body: 'Ihr Konto wurde mit einem Konto beim Identitätsanbieter verknüpft. Wer sich dort als Sie anmeldet, ist auch hier angemeldet.'
        },
        identity_removed: {
          title: 'Single Sign-on getrennt',
          body: `Die Verknüpfung Ihres Kontos mit dem Identitätsanbieter wurde entfernt${by === null ? '' : ` (von ${by})`}. Melden Sie sich mit Passwort oder Passkey an, oder verknüpfen Sie das Konto mit Ihrem Passwort neu.`
        },
        new_codes: {
          title: 'Neue Wiederherstellungscodes',
          body: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen sind ungültig.'
        },
        code_used: {
          title: 'Wiederherstellungscode verwendet',
          body: `Jemand hat sich mit einem Wiederherstellungscode an Ihrem Konto angemeldet. ${left === 1 ? 'Ein Code bleibt' : `${left} Codes bleiben`} übrig.`
        }
      })[change],
    mail_settings_changed: ({ person, host }) => ({
      title: 'E-Mail-Einstellungen geändert',
      body: `${person} hat den Server für den E-Mail-Versand geändert${host === null ? '' : ` (jetzt ${host})`}. Prüfen Sie, ob das so gewollt ist.`
    }),
    backup_failed: ({ reason, last_on }, day) => ({
      title: 'Datensicherung fehlgeschlagen',
      body: `Die Datensicherung dieser Installation schlägt fehl: ${reason}. ${last_on === null ? 'Es gibt noch keine vollständige.' : `Die letzte vollständige ist vom ${day(last_on)}.`} Prüfen Sie, wohin gesichert wird.`
    })
  },
  preferences: {
    calibration_due: {
      name: 'Bald fällig und überfällig',
      hint: 'Kalibrierungen und Aufgaben Ihrer Organisationen: einmal, wenn sie bald fällig sind, und einmal, wenn sie überfällig sind. Eine E-Mail pro Tag.'
    },
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
