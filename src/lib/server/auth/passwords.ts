/** Passwords are kept as argon2id, m = 19 MiB, t = 2, p = 1 (OWASP's second recommended setting). */
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createGate } from './gate.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash of a random text with the same cost, for the comparison if the address is unknown. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$XwPLdIUqRnSVbfyWb9946A$mvTELr5zfXNZYQBIyt1PoKQnbCjfPnsSv2tODBkMrCI';

/**
 * Work with passwords takes its turn: each needs 19 MiB and a processor, and many at once would starve all other requests.
 * Count failures inside the turn, or a burst of guesses passes before the first one is counted.
 */
export const inPasswordTurn = createGate(2);

/** The stored form of a password; for a new one use `hashInTurn`. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

const inHashingTurn = createGate(1);

/**
 * The form in which a new password is stored. Its turn is another one than that of comparing: within that one people wait for a
 * connection to the database, and a new password may be hashed in a transaction, which holds one (an idempotent `POST /users`).
 */
export const hashInTurn = (password: string): Promise<string> => inHashingTurn(() => hashPassword(password));

/** Compares with a stored hash; `null` (no such account) takes the same time and is never right. */
export async function isRightPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? DUMMY_HASH, password);
  return stored !== null && right;
}

/** Whether the hash has another cost than the current one; it is then replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored);
  return (
    made.memoryCost !== COST.memoryCost || made.timeCost !== COST.timeCost || made.parallelism !== COST.parallelism
  );
}
