import type { Language } from '#lib/contracts/primitives.ts';
import type { Message } from './mailer.ts';
import { button, escaped, mailPage, oneLine } from './mail-page.ts';
import { CERTIFICATE_MAIL_TEXTS } from './texts/certificate-mail-texts.ts';

/** What a mail with a certificate says; days are written out. */
export type CertificateLetter = {
  readonly to: string;
  readonly language: Language;
  readonly number: string;
  readonly organization: string;
  /** It records another laboratory's calibration. */
  readonly isRecord: boolean;
  readonly asset: string;
  readonly day: string;
  readonly sender: string;
  readonly message: string | null;
  /** Where it is checked. */
  readonly verifyUrl: string;
  /** Where the file is, if it is not attached. */
  readonly link: { readonly url: string; readonly until: string } | null;
};

/** A certificate for a customer, as text and as equivalent HTML. Nothing that a person wrote is read as HTML or as a header. */
export function composeCertificateMail(letter: CertificateLetter): Message {
  const { language, link, message, verifyUrl } = letter;
  const texts = CERTIFICATE_MAIL_TEXTS[language];
  const [organization, sender] = [oneLine(letter.organization), oneLine(letter.sender)];
  const named = { number: letter.number, organization };
  const subject = oneLine(letter.isRecord ? texts.recordSubject(named) : texts.subject(named));
  const asset = oneLine(letter.asset);
  const body = link === null ? texts.attached(asset, letter.day) : texts.linked(asset, letter.day, link.until);
  const quoted = message === null ? null : quotedLines(message);
  const footer = texts.footer(sender, organization);
  return {
    to: letter.to,
    subject,
    text: [
      texts.greeting,
      link === null ? body : `${body}\n${link.url}`,
      ...(quoted === null ? [] : [`${texts.from(sender)}\n${quoted.map((line) => `> ${line}`).join('\n')}`]),
      `${texts.check}\n${verifyUrl}`,
      `-- \n${footer}`
    ].join('\n\n'),
    html: mailPage(
      language,
      subject,
      [
        `<p>${escaped(texts.greeting)}</p>`,
        `<p>${escaped(body)}</p>`,
        ...(link === null ? [] : [button(link.url, texts.download)]),
        ...(quoted === null ? [] : [quoteOf(texts.from(sender), quoted)]),
        `<p>${escaped(texts.check)}</p>`,
        button(verifyUrl, texts.button),
        `<p style="font-size:13px;word-break:break-all">${escaped(verifyUrl)}</p>`,
        `<p style="font-size:13px;color:#59636b">${escaped(footer)}</p>`
      ].join('\n')
    )
  };
}

/** Without signs that are not shown or that turn the direction of text; every line is marked as quoted. */
const quotedLines = (message: string): readonly string[] =>
  message
    .replace(/\r\n?/gu, '\n')
    .split('\n')
    .map((line) => line.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ').trimEnd());

const quoteOf = (from: string, lines: readonly string[]): string =>
  `<p>${escaped(from)}</p>
<blockquote style="margin:0;padding-left:16px;border-left:3px solid #d9d6cc">${lines.map(escaped).join('<br>')}</blockquote>`;
