import { invalidInput } from '#lib/laboratory/refusal.ts';
import { assertStorable } from './storable-text.ts';

/**
 * The value of a JSON text that the database can hold.
 * @param hasCodes whether it holds characters written as codes; what no column holds can be written in no other way.
 * @throws InvalidInput `json_invalid`, `text_invalid`, with `loc` beginning at `body`
 */
export function parseJson(bytes: Uint8Array, hasCodes: boolean): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidInput(['body'], 'json_invalid', 'The body is not valid JSON in UTF-8.');
  }
  return hasCodes ? assertStorable('body', value) : value;
}
