import type { LoggedMail } from '#lib/contracts/system.ts';

type Words = (key: string, options?: { values: Record<string, string> }) => string;

/** Why a mail was not accepted, with the reply code of the mail server where it gave one. */
export function mailReason(words: Words, { reason, reply_code }: Pick<LoggedMail, 'reason' | 'reply_code'>): string {
  if (reason === null) return '';
  const sentence = words(`system.mails.reasons.${reason}`);
  if (reply_code === null) return sentence;
  const code = words('system.mails.code', { values: { code: String(reply_code) } });
  return `${sentence} ${code}`;
}
