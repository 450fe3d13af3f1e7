import { z } from 'zod';
import {
  correctionsSchema,
  LARGEST_IMPORT,
  LARGEST_SHEET_PARTS,
  sheetMappingSchema,
  type Correction,
  type SheetMapping
} from '#lib/contracts/exchange.ts';
import { check } from '#lib/server/reading/check.ts';
import { JsonShape } from '#lib/server/reading/json-shape.ts';
import { parseJson } from '#lib/server/reading/parse-json.ts';
import { receiveFile } from './receive-file.ts';

const parts = z.strictObject({ mapping: sheetMappingSchema, corrections: correctionsSchema });
/** A heading may be any text, so that each column of a mapping is a name. */
const WANTED = { names: ['mapping', 'corrections'], limit: LARGEST_SHEET_PARTS };

/**
 * Writes the file of an import to a path.
 * @returns how a table in it is to be read
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`; InvalidInput
 */
export async function receiveImport(
  request: Request,
  path: string
): Promise<{ readonly mapping: SheetMapping; readonly corrections: readonly Correction[] }> {
  const texts = await receiveFile(request, path, LARGEST_IMPORT, WANTED);
  const read = (name: string, empty: unknown): unknown => {
    const bytes = texts.get(name);
    if (bytes === undefined) return empty;
    const shape = new JsonShape(LARGEST_SHEET_PARTS);
    shape.read(bytes);
    return parseJson(bytes, shape.hasCodes);
  };
  const body = { mapping: read('mapping', {}), corrections: read('corrections', []) };
  return check('body', parts, body);
}
