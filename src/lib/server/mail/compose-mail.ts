import type { Language } from '#lib/contracts/primitives.ts';
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
  const link = linkOf(letter, origin);
  const footer = footerOf(letter, texts, origin);
  return {
    to: reader.email,
    subject: oneLine(worded.subject),
    text: textOf(texts.greeting(letter.name), worded, link, footer),
    html: htmlOf(reader.language, texts.greeting(letter.name), worded, link, footer)
  };
}

function footerOf(letter: Letter, texts: MailTexts, origin: string): string {
  if (letter.kind === 'notice') return `${texts.why} ${origin}/profile/notifications`;
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
      return origin;
    case 'notice':
      return origin + letter.link;
  }
}

/** User input may contain line breaks, which a header must not. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

const textOf = (greeting: string, { body, button }: Worded, link: string, footer: string): string =>
  [greeting, body, `${button}:\n${link}`, `-- \n${footer}`].join('\n\n');

const htmlOf = (
  language: Language,
  greeting: string,
  { subject, body, button }: Worded,
  link: string,
  footer: string
) =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f3ef;color:#1d2730;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #d9d6cc">
<p>${escaped(greeting)}</p>
<p>${escaped(body)}</p>
<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;background:#1d4b5f;color:#fff;text-decoration:none">${escaped(button)}</a></p>
<p style="font-size:13px;word-break:break-all">${escaped(link)}</p>
<p style="font-size:13px;color:#59636b">${escaped(footer)}</p>
</div>
</body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
