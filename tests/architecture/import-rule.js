/** The lint rule behind layers.js. Default: nobody may import anything. */
import { isBuiltin } from 'node:module';
import { dirname, posix, relative, resolve, sep } from 'node:path';
import { LAYERS } from './layers.js';
import { PACKAGES } from './package-homes.js';

const ROOT = resolve(import.meta.dirname, '../..');
/** Tests and what only they use reach for whatever they hold to account. */
const TEST = /\.test\.ts$|(^|\/)testing\/|-fixture\.ts$/;

/**
 * What is wrong with one import, or null.
 * @param {string} file path from the root of the repository, with `/`
 * @param {unknown} specifier as written; undefined where it is computed
 * @param {boolean} typeOnly
 * @returns {string | null}
 */
export function importFault(file, specifier, typeOnly) {
  if (TEST.test(file) || !/^(src|sync)\//.test(file)) return null;
  if (typeof specifier !== 'string')
    return file.startsWith('src/commands/') ? null : 'what is imported must be written out';
  if (specifier.startsWith('./$types')) return null;
  const from = layerOf(file);
  if (from === null) return `${file} lies in no layer; give it one in tests/architecture/layers.js`;
  const target = targetPath(file, specifier);
  if (target === null) return packageFault(file, specifier, typeOnly);
  if (TEST.test(target)) return `${specifier} is for tests`;
  const to = layerOf(target);
  if (to === null) return `${specifier} lies in no layer; give it one in tests/architecture/layers.js`;
  if (to === from) return null;
  const { may = [], types = [] } = LAYERS[from] ?? {};
  // A layer that may be imported stands for those within it, too.
  const among = (/** @type {readonly string[]} */ layers) =>
    layers.some((layer) => to === layer || to.startsWith(`${layer}/`));
  if (among(may) || (typeOnly && among(types))) return null;
  return among(types) ? `${from} may import types of ${to}, nothing that runs` : `${from} must not import from ${to}`;
}

/**
 * @param {string} path
 * @returns {string | null} the layer that lies closest around it
 */
function layerOf(path) {
  const around = Object.keys(LAYERS).filter((layer) => path === layer || path.startsWith(`${layer}/`));
  return around.sort((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * @param {string} file
 * @param {string} specifier
 * @returns {string | null} null for a package
 */
function targetPath(file, specifier) {
  if (specifier.startsWith('#lib/')) return `src/lib/${specifier.slice('#lib/'.length)}`;
  if (specifier.startsWith('#sync/')) return `sync/${specifier.slice('#sync/'.length)}`;
  if (specifier.startsWith('.')) return posix.join(dirname(file), specifier);
  return null;
}

/**
 * @param {string} file
 * @param {string} specifier
 * @param {boolean} typeOnly
 * @returns {string | null}
 */
function packageFault(file, specifier, typeOnly) {
  const name = isBuiltin(specifier)
    ? 'node'
    : specifier
        .split('/')
        .slice(0, /^[@$]/.test(specifier) ? 2 : 1)
        .join('/');
  const rule = PACKAGES[name];
  if (rule === undefined) return `${name} has no home; give it one in tests/architecture/package-homes.js`;
  const lies = (/** @type {string} */ home) => file === home || file.startsWith(`${home}/`);
  if (rule.home.some(lies) || (typeOnly && (rule.types ?? []).some(lies))) return null;
  return `${name} belongs to ${rule.home.join(', ')}`;
}

/** @type {import('eslint').Rule.RuleModule} */
export const importRule = {
  meta: { type: 'problem', schema: [], messages: { fault: '{{fault}}' } },
  create(context) {
    const file = relative(ROOT, context.filename).split(sep).join('/');
    const check = (/** @type {any} */ node, /** @type {unknown} */ specifier, /** @type {boolean} */ typeOnly) => {
      const fault = importFault(file, specifier, typeOnly);
      if (fault !== null) context.report({ node, messageId: 'fault', data: { fault } });
    };
    const isTypeOnly = (/** @type {any} */ node) =>
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (node.specifiers?.length > 0 && node.specifiers.every((/** @type {any} */ one) => one.importKind === 'type'));
    const declared = (/** @type {any} */ node) => {
      if (node.source) check(node, node.source.value, isTypeOnly(node));
    };
    return {
      ImportDeclaration: declared,
      ExportNamedDeclaration: declared,
      ExportAllDeclaration: declared,
      ImportExpression: (/** @type {any} */ node) => check(node, node.source.value, false),
      // `new Worker(new URL('./worker.ts', import.meta.url))` brings a file along as an import does.
      "NewExpression[callee.name='URL'][arguments.1.object.type='MetaProperty']": (/** @type {any} */ node) =>
        check(node, node.arguments[0].value, false),
      // `import.meta.glob` likewise; its patterns must name a folder of a layer, what they leave out does not matter.
      "CallExpression[callee.object.type='MetaProperty'][callee.property.name='glob']": (/** @type {any} */ node) => {
        const given = node.arguments[0];
        for (const pattern of given.type === 'ArrayExpression' ? given.elements : [given])
          if (!String(pattern.value).startsWith('!')) check(node, pattern.value, false);
      },
      TSImportType: (/** @type {any} */ node) => check(node, node.source?.value ?? node.argument?.literal?.value, true)
    };
  }
};
