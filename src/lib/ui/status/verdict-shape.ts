import Check from '@lucide/svelte/icons/check';
import CircleCheck from '@lucide/svelte/icons/circle-check-big';
import CircleX from '@lucide/svelte/icons/circle-x';
import Minus from '@lucide/svelte/icons/minus';
import X from '@lucide/svelte/icons/x';
import type { Verdict } from '#lib/metrology/types.ts';

/** State is shape first: a certain verdict has no ring, a conditional one has. */
export const VERDICT_ICONS = {
  pass: Check,
  conditional_pass: CircleCheck,
  conditional_fail: CircleX,
  fail: X,
  none: Minus
} as const;

/** Colour classes of a verdict. */
export const VERDICT_TONES = {
  pass: 'pass',
  conditional_pass: 'warn',
  conditional_fail: 'warn',
  fail: 'fail',
  none: 'idle'
} as const;

export const shapeOf = (verdict: Verdict | null): Verdict | 'none' => verdict ?? 'none';
