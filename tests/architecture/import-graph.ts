import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Which file of the product imports which, for what runs: types and tests left out. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const TEST = /\.test\.ts$|\.d\.ts$/;

/** The graph of src and sync. */
export function importGraph(): ImportGraph {
  const files = ['src', 'sync'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|svelte)$/.test(name) && !TEST.test(name))
      .map((name) => join(folder, name))
  );
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
}

/** An import or a re-export, with what it names; formatted as all code is, each begins a line. */
const DECLARED = /^\s*(?:import|export)\s+(?:(type\s)|([^'";]*?)\s*from\s+)?(?:[^'";]*?from\s+)?['"]([^'"]+)['"]/gm;

/** What of the product a file imports at run time. */
export function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(DECLARED)].flatMap(([, typeOnly, named = '', specifier = '']) => {
    if (typeOnly !== undefined || namesTypesAlone(named)) return [];
    const target = targetOf(file, specifier);
    // A component that shows itself within itself is not a cycle of files.
    return target === null || target === file ? [] : [target];
  });
}

const namesTypesAlone = (named: string): boolean => {
  const inner = /^\{([^}]*)\}$/.exec(named.trim())?.[1];
  return inner !== undefined && inner.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
};

/** The shortest ways from a file back to itself, each as the files in their order; one for each knot of files. */
export function cyclesIn(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

function targetOf(file: string, specifier: string): string | null {
  const path = specifier.startsWith('#lib/')
    ? specifier.replace('#', 'src/')
    : specifier.startsWith('#sync/')
      ? specifier.replace('#', '')
      : specifier.startsWith('.')
        ? posix.join(dirname(file), specifier)
        : null;
  return path !== null && existsSync(path) ? path : null;
}
