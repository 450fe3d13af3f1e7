import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const FOLDER = 'src/lib/metrology';
const FOLDERS = [FOLDER, 'src/lib/analysis-pool'];
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');
/** Shorter, a docstring says no more than the name. */
const LEAST_WORDS = 4;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
);

const isPublic = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

const docstringOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .map((part) => part.getText())
    .join(' ')
    .replaceAll(/[/*\s]+/g, ' ')
    .trim();

/** Exported functions, arrow functions, classes and their public methods of a file, each with its docstring. */
function publicFunctions(path: string): { readonly name: string; readonly doc: string }[] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const nameOf = (node: { readonly name?: ts.Node | undefined }): string => `${path}: ${node.name?.getText() ?? ''}`;
  return file.statements.filter(isPublic).flatMap((node) => {
    if (ts.isFunctionDeclaration(node)) return [{ name: nameOf(node), doc: docstringOf(node) }];
    if (ts.isClassDeclaration(node)) {
      const methods = node.members.filter(
        (member) =>
          ts.isMethodDeclaration(member) &&
          !ts.isPrivateIdentifier(member.name) &&
          !(ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
      );
      return [node, ...methods].map((part) => ({ name: nameOf(part), doc: docstringOf(part) }));
    }
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations
      .filter(({ initializer }) => initializer !== undefined && ts.isFunctionLike(initializer))
      .map((declaration) => ({ name: nameOf(declaration), doc: docstringOf(node) }));
  });
}

describe('the folder of what is computed', () => {
  test('every exported function and class says what it is', () => {
    const functions = sources.flatMap(publicFunctions);
    expect(functions.length).toBeGreaterThan(150);
    const silent = functions.filter(({ doc }) => doc.split(' ').length < LEAST_WORDS);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('no file is longer than 250 lines', () => {
    const tests = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.test.ts')
    );
    const files = [...sources, ...tests.map((name) => join(FOLDER, name))];
    expect(files.filter((path) => readFileSync(path, 'utf8').trimEnd().split('\n').length > 250)).toEqual([]);
  });

  test('it reads no clock, rolls no dice and calls no function on which engines differ', () => {
    const forbidden =
      /\bMath\.(?:random|pow|exp|expm1|log|log1p|log2|log10|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|cbrt|hypot)\b|\bDate\b|\bperformance\.|\bfetch\(|\bIntl\b|toLocale/;
    const code = sources.map((path) => [path, withoutComments(readFileSync(path, 'utf8'))] as const);
    expect(code.filter(([, text]) => forbidden.test(text)).map(([path]) => path)).toEqual([]);
    // `a ** b` of variables is Math.pow by another name; powers of two as constants are folded exactly.
    expect(code.filter(([, text]) => /(?<!\b2)\s\*\*\s/.test(text)).map(([path]) => path)).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

describe('its README', () => {
  const rows = README.split('\n').filter((line) => line.startsWith('| ') && !/^\|\s*(What\b|-)/.test(line));
  const table = rows.map((row) => row.split('|').map((cell) => cell.trim())).filter((cells) => cells.length === 6);

  test('names files that exist, and in each row of the table a test that exists', () => {
    expect(table.length).toBeGreaterThan(35);
    const missing = table.flatMap(([, what = '', , files = '', tests = '']) => {
      const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const lacking = named(files).filter((name) => !fileExists(name));
      const untested = named(tests).filter((name) => !testExists(name));
      const empty = named(files).length === 0 || named(tests).length === 0 ? [`${what}: names nothing`] : [];
      return [...lacking, ...untested, ...empty];
    });
    expect(missing).toEqual([]);
  });

  test('names no other file that does not exist', () => {
    const named = [...README.matchAll(/`([a-z0-9/_-]+(?:\.test)?\.(?:ts|json|py|md))`/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !fileExists(name))).toEqual([]);
  });

  test('leaves out no file that cites a source', () => {
    const citing = sources.filter(
      (path) => path.startsWith(FOLDER) && /Source:/.test(readFileSync(path, 'utf8')) && !isNamed(path)
    );
    expect(citing).toEqual([]);
  });
});

const fileExists = (name: string): boolean =>
  [join(FOLDER, name), name, join('src/lib', name)].some((path) => existsSync(path) || name.includes('*'));

const testExists = (name: string): boolean =>
  [join(FOLDER, `${name}.test.ts`), `${name}.test.ts`].some((path) => existsSync(path));

/** By itself or by its folder. */
function isNamed(path: string): boolean {
  const name = path.slice(FOLDER.length + 1);
  return README.includes(`\`${name}\``) || README.includes(`\`${name.split('/')[0]}/\``);
}
