import type { z } from 'zod';
import { InvalidInput, type InputFault } from '#lib/laboratory/refusal.ts';

type Part = 'path' | 'query' | 'body';

/** The most errors that are reported at once. */
const MOST_FAULTS = 50;
/** Longer texts, such as the names of unknown fields, are truncated. */
const LONGEST_NAME = 64;
const LONGEST_MESSAGE = 300;

/**
 * Checks one part of a request against its schema. @throws InvalidInput with `loc` starting at `part`, of at most 50
 * errors.
 */
export function check<S extends z.ZodType>(part: Part, schema: S, value: unknown): z.output<S> {
  // Without the input, a missing field cannot be distinguished from one of the wrong type.
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  const faults: InputFault[] = [];
  for (const issue of checked.error.issues) {
    if (faults.length >= MOST_FAULTS) break;
    faults.push(...faultsOf(part, issue, MOST_FAULTS - faults.length));
  }
  const [first, ...rest] = faults;
  throw new InvalidInput([first ?? { loc: [part], msg: 'Invalid', type: 'invalid' }, ...rest]);
}

function faultsOf(part: Part, issue: z.core.$ZodIssue, most: number): InputFault[] {
  const loc = [part, ...issue.path.map((step) => String(step).slice(0, LONGEST_NAME))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, most).map((key) => ({
      loc: [...loc, key.slice(0, LONGEST_NAME)],
      msg: 'This field is not known here',
      type: 'extra_forbidden'
    }));
  }
  return [{ loc, msg: issue.message.slice(0, LONGEST_MESSAGE), type: faultType(issue) }];
}

function faultType(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return typeof issue.params?.['code'] === 'string' ? issue.params['code'] : 'invalid';
  const isTyped = issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
  if (isTyped && issue.input === undefined) return 'missing';
  return issue.code;
}
