import { isAlias, isScalar, parseDocument, visit } from 'yaml';
import { refusedEntry, ZIP_LIMITS } from '#lib/server/archive/zip-limits.ts';

/** Lines, commas and brackets that a file may have: each may be a value, and each value takes memory and time. */
const MOST_MARKS = 150_000;
const DEEPEST = 30;

/**
 * The value of a YAML file that is nothing but data: no anchor, alias, tag or merge key, each key once.
 * @throws Refusal `archive_refused`
 */
export function readYaml(name: string, bytes: Uint8Array): unknown {
  const refuse = (why: string) => refusedEntry(name, why);
  if (bytes.byteLength > ZIP_LIMITS.text) throw refuse('it exceeds the limit of 16 MiB for a record');
  const text = decoded(bytes);
  if (text === null) throw refuse('it is not UTF-8');
  if ((text.match(/[\n,[{]/g)?.length ?? 0) > MOST_MARKS) throw refuse(`it has more than ${MOST_MARKS} values`);
  if (isDeep(text)) throw refuse('it is nested too deeply');
  const document = parsed(text);
  const fault = document?.errors[0] ?? document?.warnings[0];
  if (document === null || fault !== undefined) throw refuse(`it is not valid YAML (${fault?.code ?? 'too deep'})`);
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) throw refuse('it contains an alias');
      if (node.anchor !== undefined) throw refuse('it contains an anchor');
      if (node.tag !== undefined) throw refuse('it contains a tag');
    },
    Pair: (_key, { key }) => {
      if (!isScalar(key)) throw refuse('it contains a key that is not text');
      if (key.value === '<<') throw refuse('it contains a merge key');
    }
  });
  return document.toJS({ maxAliasCount: 0 });
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parsed(text: string) {
  try {
    return parseDocument(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      uniqueKeys: true,
      strict: true,
      logLevel: 'error',
      prettyErrors: false
    });
  } catch (thrown) {
    // Its parser calls itself for each level.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

/** Whether brackets or indentation nest deeper than any record does, whatever of it is text. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const sign of text.match(/[[\]{}]/g) ?? []) {
    depth += sign === '[' || sign === '{' ? 1 : -1;
    if (depth > DEEPEST) return true;
    if (depth < 0) depth = 0;
  }
  return /^(?:[ \t]*[-?:][ \t]+){31}/m.test(text) || /^ {300}/m.test(text);
}
