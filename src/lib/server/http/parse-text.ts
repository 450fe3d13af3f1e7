import type { z } from 'zod';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { assertStorable } from './storable-text.ts';
import { check } from './validation.ts';

/**
 * A JSON text inside of a request, held to a schema like a body of its own.
 * @throws InvalidInput `json_invalid`, or with `loc` beginning at `body`
 */
export function parseText<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidInput(['body'], 'json_invalid', 'The payload is not valid JSON.');
  }
  if (/\\u(0000|d[89a-f])/i.test(text)) assertStorable('body', value);
  return check('body', schema, value);
}
