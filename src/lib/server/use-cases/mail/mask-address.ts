/** An address that tells those who know it which one it is, and nobody else whose: `m…@customer.example`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return at > 1 ? `${first}…${address.slice(at)}` : `…${at < 0 ? '' : address.slice(at)}`;
}
