/**
 * Every right of the role that requests run as is used by some statement of the program. A new table is granted everything by default;
 * its migration revokes what nothing uses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const schema = readFileSync('migrations/schema.sql', 'utf8');

const statements = [...statementsOfProgram(), ...statementsOfFunctions()];

test('every right to a table is used', () => {
  const granted = [...schema.matchAll(/^GRANT ([A-Z, ]+) ON TABLE (\w+) TO plumbline_app;$/gm)];
  expect(granted.length).toBeGreaterThan(30);
  const unused = granted.flatMap(([, verbs = '', table = '']) => {
    const about = statements.filter((statement) => statement.includes(table));
    return verbs
      .split(', ')
      .filter((verb) => !about.some((statement) => uses(statement, verb, table)))
      .map((verb) => `${verb} ${table}`);
  });
  expect(unused).toEqual([]);
});

test('every right to a column alone is used', () => {
  const granted = [...schema.matchAll(/^GRANT UPDATE \(([\w, ]+)\) ON TABLE (\w+) TO plumbline_app;$/gm)];
  expect(granted).not.toEqual([]);
  const unused = granted.flatMap(([, columns = '', table = '']) =>
    columns
      .split(', ')
      .filter((column) => !statements.some((text) => uses(text, 'UPDATE', table) && text.includes(`${column} =`)))
  );
  expect(unused).toEqual([]);
});

test('every function that is for that role alone is called', () => {
  const granted = [...schema.matchAll(/^GRANT EXECUTE ON FUNCTION (\w+)\(/gm)].map(([, name = '']) => name);
  expect(granted).not.toEqual([]);
  expect(granted.filter((name) => !statements.some((text) => text.includes(`${name}(`)))).toEqual([]);
});

test('the search knows a statement by what it needs', () => {
  expect(uses('UPDATE assets SET a = 1', 'UPDATE', 'assets')).toBe(true);
  expect(uses('SELECT a FROM assets WHERE b FOR UPDATE', 'UPDATE', 'assets')).toBe(true);
  expect(uses('INSERT INTO assets VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2', 'UPDATE', 'assets')).toBe(true);
  expect(uses('INSERT INTO assets VALUES (1) ON CONFLICT (a) DO NOTHING', 'SELECT', 'assets')).toBe(true);
  expect(uses('DELETE FROM assets_of', 'DELETE', 'assets')).toBe(false);
  expect(uses('INSERT INTO assets VALUES (1)', 'SELECT', 'assets')).toBe(false);
  expect(uses('SELECT a FROM assets', 'UPDATE', 'assets')).toBe(false);
});

/** What PostgreSQL asks of who runs it, as far as its text says. */
function uses(statement: string, verb: string, table: string): boolean {
  const has = (pattern: string) => new RegExp(pattern.replaceAll('TABLE', `${table}\\b`)).test(statement);
  const reads = has('\\b(FROM|JOIN|USING)\\s+TABLE') || has(',\\s*TABLE');
  const inserts = has('\\bINSERT INTO TABLE');
  const updates = has('(?<!FOR |DO )\\bUPDATE TABLE');
  const deletes = has('\\bDELETE FROM TABLE');
  if (verb === 'INSERT') return inserts;
  if (verb === 'DELETE') return deletes;
  if (verb === 'UPDATE')
    return updates || (inserts && has('DO UPDATE')) || (reads && has('\\bFOR (NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)'));
  return reads || deletes || (updates && has('WHERE')) || (inserts && has('ON CONFLICT \\(|RETURNING'));
}

/** Texts in back quotes, and tables that a function writes by name. */
function statementsOfProgram(): string[] {
  const files = ['src', 'sync']
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.'));
  return files.flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    const texts = [...source.replace(/\$\{[^{}`]*\}/g, '…').matchAll(/`([^`]*)`/g)].map(([, text = '']) => text);
    const named = [...source.matchAll(/\binsertRows?\((?:tx, )?'(\w+)'/g)].map(
      ([, table = '']) => `INSERT INTO ${table}`
    );
    return [...texts, ...named];
  });
}

/** Bodies of functions that run with the rights of who calls them. */
function statementsOfFunctions(): string[] {
  const functions = schema.matchAll(/^CREATE OR REPLACE FUNCTION [^]*?\$function\$([^]*?)\$function\$/gm);
  return [...functions].filter(([whole]) => !whole.includes('SECURITY DEFINER')).map(([, body = '']) => body);
}
