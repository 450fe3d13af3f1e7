import { PRACTICALLY_INFINITE } from '#lib/laboratory/practically-infinite.ts';
import type { Inline } from '../document/blocks.ts';
import { plain } from '../document/phrase.ts';
import { uncertaintyDecimals } from './numbers.ts';
import type { Printer } from './printer.ts';

/** Effective degrees of freedom: whole from ten on; infinite ones are null. */
export function printFreedom(nu: number | null, { numbers }: Printer): readonly Inline[] {
  if (nu === null || nu >= PRACTICALLY_INFINITE) return plain('∞');
  return numbers.fixed(nu, nu < 10 ? Math.max(0, Math.min(1, uncertaintyDecimals(nu))) : 0);
}
