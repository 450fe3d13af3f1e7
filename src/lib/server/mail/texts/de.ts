import type { MailTexts } from './mail-texts.ts';

export const de: MailTexts = {
  greeting: (name) => `Guten Tag ${name},`,
  verifyEmail: {
    subject: 'Bestätigen Sie Ihre Adresse für Plumbline',
    body: 'mit dieser Adresse wurde ein Konto angelegt. Wenn Sie das waren, bestätigen Sie die Adresse innerhalb von 24 Stunden, um sich anzumelden.',
    button: 'Adresse bestätigen'
  },
  resetPassword: {
    subject: 'Wählen Sie ein neues Passwort für Plumbline',
    body: 'für Ihr Konto wurde ein neues Passwort angefordert. Der Link unten ist einmal und eine Stunde lang gültig. Bis Sie ihn verwenden, bleibt Ihr Passwort unverändert.',
    button: 'Neues Passwort wählen'
  },
  confirmEmail: {
    subject: 'Bestätigen Sie Ihre neue Adresse für Plumbline',
    body: 'bestätigen Sie innerhalb von 24 Stunden, dass Sie sich mit dieser Adresse bei Plumbline anmelden möchten. Bis dahin gilt Ihre bisherige Adresse.',
    button: 'Adresse bestätigen'
  },
  addressWanted: (address) => ({
    subject: 'Ihre Adresse für Plumbline soll geändert werden',
    body: `für Ihr Konto wurde eine neue Adresse eingetragen: ${address}. Sie ersetzt diese, sobald sie dort bestätigt wurde.`,
    button: 'Profil öffnen'
  }),
  addressToConfirm: (address) => ({
    subject: 'Ihre Adresse für Plumbline wurde geändert',
    body: `ein Administrator hat die Adresse Ihres Kontos auf ${address} geändert. Alle Ihre Sitzungen sind beendet; Ihr Passwort ist unverändert. Wenn die neue Adresse Ihnen gehört, bestätigen Sie sie innerhalb von 24 Stunden, oder melden Sie sich mit ihr an und bestätigen Sie sie in Ihrem Profil. Bis dahin wird kein Passwort-Link dorthin gesendet.`,
    button: 'Die neue Adresse gehört mir'
  }),
  addressChanged: (address) => ({
    subject: 'Ihre Adresse für Plumbline wurde geändert',
    body: `ein Administrator hat die Adresse Ihres Kontos auf ${address} geändert. Alle Ihre Sitzungen sind beendet; Ihr Passwort ist unverändert. Wenn die neue Adresse Ihnen gehört, melden Sie sich mit ihr an und bestätigen Sie sie in Ihrem Profil. Bis dahin wird kein Passwort-Link dorthin gesendet.`,
    button: 'Anmelden'
  }),
  reminders: (overdue, dueSoon) => ({
    subject: [overdue > 0 && `${overdue} überfällig`, dueSoon > 0 && `${dueSoon} bald fällig`]
      .filter(Boolean)
      .join(', '),
    body: 'diese Kalibrierungen und Aufgaben Ihrer Organisationen stehen an. Die Kalenderdatei enthält ihre Termine.',
    button: 'Plumbline öffnen'
  }),
  reminderLine: (what, day, overdue) => `${what}: ${overdue ? 'überfällig seit' : 'fällig am'} ${day}`,
  noLocation: 'Ohne Standort',
  moreReminders: (count) => `… und ${count} weitere. Die Kalenderdatei enthält alle.`,
  test: {
    subject: 'Plumbline kann E-Mails senden',
    body: 'diese Test-E-Mail ist angekommen. Ihre E-Mail-Einstellungen funktionieren.',
    button: 'Plumbline öffnen'
  },
  open: 'In Plumbline öffnen',
  why: 'Sie erhalten diese E-Mail, weil Ihre Mitteilungen per E-Mail gesendet werden. Ändern können Sie das in Ihrem Profil:',
  ignore: 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  beware:
    'Wenn Sie das nicht veranlasst haben, ändern Sie Ihr Passwort und informieren Sie den Administrator Ihres Labors.'
};
