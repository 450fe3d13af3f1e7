/** A request as a line for a shell, to repeat it by hand. */
export function asCurl(url: string, method: string, headers: Headers, body: string | Uint8Array | null): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = ['curl -i -X', method, quoted(url)];
  headers.forEach((value, name) => parts.push('-H', quoted(`${name}: ${value}`)));
  if (typeof body === 'string') parts.push('--data-binary', quoted(body));
  if (body instanceof Uint8Array) {
    parts.unshift(`printf %s ${Buffer.from(body).toString('base64')} | base64 -d |`);
    parts.push('--data-binary', '@-');
  }
  return parts.join(' ');
}
