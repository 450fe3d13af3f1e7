import type { Language } from '#lib/contracts/primitives.ts';

/** User input may contain line breaks, which a header must not. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** A link as a button. */
export const button = (address: string, words: string): string =>
  `<p><a href="${escaped(address)}" style="display:inline-block;padding:10px 18px;background:#1d4b5f;color:#fff;text-decoration:none">${escaped(words)}</a></p>`;

/** The HTML of a mail. @param inner HTML of its body */
export const mailPage = (language: Language, subject: string, inner: string): string =>
  `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f3ef;color:#1d2730;font:16px/1.5 sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #d9d6cc">
${inner}
</div>
</body>
</html>
`;
