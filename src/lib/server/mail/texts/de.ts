import type { MailTexts } from './mail-texts.ts';

export const de: MailTexts = {
  greeting: (name) => `Guten Tag ${name},`,
  verifyEmail: {
    subject: 'Bestätigen Sie Ihre Adresse für Plumbline',
    body: 'jemand, vermutlich Sie, hat mit dieser Adresse ein Konto angelegt. Bestätigen Sie sie innerhalb von 24 Stunden, um sich anzumelden.',
    button: 'Adresse bestätigen'
  },
  resetPassword: {
    subject: 'Wählen Sie ein neues Passwort für Plumbline',
    body: 'es wurde ein neues Passwort angefordert. Der Link gilt einmal und eine Stunde lang; bis dahin bleibt Ihr Passwort unverändert.',
    button: 'Neues Passwort wählen'
  },
  test: {
    subject: 'Plumbline kann Mails senden',
    body: 'diese Testmail ist angekommen: Die Mail-Einstellungen stimmen.',
    button: 'Plumbline öffnen'
  },
  open: 'In Plumbline öffnen',
  why: 'Sie erhalten diese Mail, weil Ihre Benachrichtigungen per Mail gesendet werden. Ändern können Sie das in Ihrem Profil:',
  ignore: 'Wenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun.'
};
