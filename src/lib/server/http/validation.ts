import type { z } from 'zod';
import { InvalidInput, type InputFault } from '#lib/laboratory/refusal.ts';

type Part = 'path' | 'query' | 'body';

/** Checks one part of a request against its schema. @throws InvalidInput with `loc` starting at `part`. */
export function check<S extends z.ZodType>(part: Part, schema: S, value: unknown): z.output<S> {
  // Without the input a missing field cannot be told from one of the wrong type.
  const checked = schema.safeParse(value, { reportInput: true });
  if (checked.success) return checked.data;
  const [first, ...rest] = checked.error.issues.flatMap((issue) => faultsOf(part, issue));
  throw new InvalidInput([first ?? { loc: [part], msg: 'Invalid', type: 'invalid' }, ...rest]);
}

function faultsOf(part: Part, issue: z.core.$ZodIssue): InputFault[] {
  const loc = [part, ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [...loc, key],
      msg: 'This field is not known here',
      type: 'extra_forbidden'
    }));
  }
  return [{ loc, msg: issue.message, type: faultType(issue) }];
}

function faultType(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return typeof issue.params?.['code'] === 'string' ? issue.params['code'] : 'invalid';
  const isTyped = issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
  if (isTyped && issue.input === undefined) return 'missing';
  return issue.code;
}
