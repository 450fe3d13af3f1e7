import { z } from 'zod';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { documentSchemas } from './documents.ts';

/** A schema without its descriptions. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'description' || typeof value !== 'string');
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, bare(value)]));
};

/** FNV-1a, twice with different offsets: not cryptographic, only different for different shapes. */
function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    a = Math.imul(a ^ code, 0x01000193) >>> 0;
    b = Math.imul(b ^ code, 0x811c9dc5) >>> 0;
  }
  return [a, b].map((half) => half.toString(16).padStart(8, '0')).join('');
}

/**
 * A hash of the document schema of each collection. Adding, renaming or removing a column changes it, and devices pull
 * that collection again: rows that are never stamped again would otherwise lack the column permanently.
 */
export const documentShapes = Object.fromEntries(
  COLLECTIONS.map((name) => [
    name,
    shortHash(JSON.stringify(bare(z.toJSONSchema(documentSchemas[name], { io: 'output', unrepresentable: 'any' }))))
  ])
) as Readonly<Record<CollectionName, string>>;
