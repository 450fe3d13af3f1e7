import type { Language } from '#lib/contracts/primitives.ts';
import { button, escaped, mailPage, oneLine } from './mail-page.ts';
import type { Message } from './mailer.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import type { MailTexts, Worded } from './texts/mail-texts.ts';

const TEXTS: Readonly<Record<Language, MailTexts>> = { en, es, fr, de };

/** The kinds of mail; each has one text in each language. */
export type Letter =
  | { readonly kind: 'verify_email' | 'reset_password'; readonly name: string; readonly token: string }
  | { readonly kind: 'confirm_email'; readonly name: string; readonly token: string }
  | { readonly kind: 'address_wanted'; readonly name: string; readonly address: string }
  /** Without a token, the mail has no confirmation link. */
  | { readonly kind: 'address_changed'; readonly name: string; readonly address: string; readonly token: string | null }
  | { readonly kind: 'test'; readonly name: string }
  | {
      readonly kind: 'notice';
      readonly name: string;
      readonly title: string;
      readonly body: string;
      /** It says what to do if the reader does not know about it. */
      readonly beware: boolean;
      /** Path below the origin. */
      readonly link: string;
    }
  | {
      readonly kind: 'reminders';
      readonly name: string;
      readonly overdue: number;
      readonly dueSoon: number;
      readonly groups: readonly LetterGroup[];
      /** How many are due that the groups do not name. */
      readonly more: number;
    };

/** Lines below one heading, earliest due date first. */
export type LetterGroup = {
  readonly organization: string;
  /** Null for instruments without a location. */
  readonly location: string | null;
  readonly lines: readonly LetterLine[];
};
export type LetterLine = {
  readonly what: string;
  /** Written out. */
  readonly day: string;
  readonly overdue: boolean;
  /** Path below the origin. */
  readonly link: string;
};

/**
 * A mail in its reader's language, as text and as equivalent HTML.
 * @param origin where people reach the service; every link begins with it.
 */
export function composeMail(letter: Letter, reader: { email: string; language: Language }, origin: string): Message {
  const texts = TEXTS[reader.language];
  const worded = wordsOf(letter, texts);
  const list = letter.kind === 'reminders' ? listOf(letter, texts, origin) : EMPTY;
  const link = linkOf(letter, origin);
  const footer = footerOf(letter, texts, origin);
  return {
    to: reader.email,
    subject: oneLine(worded.subject),
    text: textOf(texts.greeting(letter.name), worded, list.text, link, footer),
    html: htmlOf(reader.language, texts.greeting(letter.name), worded, list.html, link, footer)
  };
}

function footerOf(letter: Letter, texts: MailTexts, origin: string): string {
  if (letter.kind === 'notice' && letter.beware) return texts.beware;
  if (letter.kind === 'notice' || letter.kind === 'reminders') return `${texts.why} ${origin}/profile/notifications`;
  return letter.kind === 'address_wanted' || letter.kind === 'address_changed' ? texts.beware : texts.ignore;
}

function wordsOf(letter: Letter, texts: MailTexts): Worded {
  switch (letter.kind) {
    case 'verify_email':
      return texts.verifyEmail;
    case 'reset_password':
      return texts.resetPassword;
    case 'confirm_email':
      return texts.confirmEmail;
    case 'address_wanted':
      return texts.addressWanted(letter.address);
    case 'address_changed':
      return letter.token === null ? texts.addressChanged(letter.address) : texts.addressToConfirm(letter.address);
    case 'test':
      return texts.test;
    case 'reminders':
      return texts.reminders(letter.overdue, letter.dueSoon);
    case 'notice':
      return { subject: letter.title, body: letter.body, button: texts.open };
  }
}

function linkOf(letter: Letter, origin: string): string {
  switch (letter.kind) {
    case 'verify_email':
      return `${origin}/auth/verify-email?token=${letter.token}`;
    case 'reset_password':
      return `${origin}/auth/reset-password?token=${letter.token}`;
    case 'confirm_email':
      return `${origin}/auth/confirm-email?token=${letter.token}`;
    case 'address_wanted':
      return `${origin}/profile`;
    case 'address_changed':
      return letter.token === null ? `${origin}/sign-in` : `${origin}/auth/confirm-email?token=${letter.token}`;
    case 'test':
    case 'reminders':
      return origin;
    case 'notice':
      return origin + letter.link;
  }
}

const EMPTY = { text: [] as readonly string[], html: '' };

/** The groups of reminders, as paragraphs and as HTML. */
function listOf({ groups, more }: Extract<Letter, { kind: 'reminders' }>, texts: MailTexts, origin: string) {
  const titled = groups.map((group) => ({
    title: `${group.organization} · ${group.location ?? texts.noLocation}`,
    lines: group.lines.map(({ what, day, overdue, link }) => ({
      sentence: oneLine(texts.reminderLine(what, day, overdue)),
      address: origin + link
    }))
  }));
  const rest = more > 0 ? [texts.moreReminders(more)] : [];
  return {
    text: [
      ...titled.map(({ title, lines }) =>
        [oneLine(title), ...lines.map(({ sentence, address }) => `- ${sentence}\n  ${address}`)].join('\n')
      ),
      ...rest
    ],
    html: [
      ...titled.map(
        ({ title, lines }) =>
          `<h2 style="font-size:16px;margin:24px 0 8px">${escaped(title)}</h2>\n<ul style="margin:0;padding-left:20px">\n${lines
            .map(({ sentence, address }) => `<li><a href="${escaped(address)}">${escaped(sentence)}</a></li>`)
            .join('\n')}\n</ul>`
      ),
      ...rest.map((sentence) => `<p>${escaped(sentence)}</p>`)
    ].join('\n')
  };
}

const textOf = (
  greeting: string,
  { body, button }: Worded,
  list: readonly string[],
  link: string,
  footer: string
): string => [greeting, body, ...list, `${button}:\n${link}`, `-- \n${footer}`].join('\n\n');

const htmlOf = (
  language: Language,
  greeting: string,
  { subject, body, button: words }: Worded,
  list: string,
  link: string,
  footer: string
) =>
  mailPage(
    language,
    subject,
    `<p>${escaped(greeting)}</p>
<p>${escaped(body)}</p>
${list}
${button(link, words)}
<p style="font-size:13px;word-break:break-all">${escaped(link)}</p>
<p style="font-size:13px;color:#59636b">${escaped(footer)}</p>`
  );
