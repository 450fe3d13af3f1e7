import type { Finding } from '#lib/contracts/exchange.ts';
import { errorFinding } from '../incoming.ts';

/** More about one record helps nobody. */
const MOST = 20;

type Faults = {
  readonly issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly code: string;
    readonly message: string;
  }[];
};

/** What is wrong with a record that is not of its form. */
export const findingsOf = ({ issues }: Faults, ...within: readonly string[]): readonly Finding[] =>
  issues.slice(0, MOST).map(({ path, code, message }) => errorFinding(code, [...within, ...path.map(String)], message));
