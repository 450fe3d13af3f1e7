/** The stored document was written by a newer version of the product: it is left unchanged and not interpreted. */
export class NewerFormat extends Error {
  override readonly name = 'NewerFormat';
  constructor(what: string, format: number, newest: number) {
    super(
      `This ${what} has format ${format}, and this version reads formats up to ${newest}. Nothing was changed; update to read it.`
    );
  }
}

/**
 * The format of a stored document; without a number it is format 1.
 *
 * @throws NewerFormat
 */
export function knownFormat<F extends number>(what: string, formats: readonly F[], stored: number | undefined): F {
  const format = stored ?? 1;
  const known = formats.find((number) => number === format);
  if (known === undefined) throw new NewerFormat(what, format, Math.max(...formats));
  return known;
}
