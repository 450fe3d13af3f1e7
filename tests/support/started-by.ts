import { readdir, readFile } from 'node:fs/promises';

export type Process = { readonly id: string; readonly command: string };

/** What a process has started, and what that has, with their command lines. */
export async function startedBy(pid: number): Promise<readonly Process[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const parents = new Map<string, string>();
  for (const id of ids) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    // Behind the name, in parentheses: the state, and the parent.
    parents.set(id, stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? '');
  }
  const isOwn = (id: string): boolean => {
    const parent = parents.get(id);
    return parent === String(pid) || (parent !== undefined && isOwn(parent));
  };
  const own = ids.filter(isOwn);
  const commands = await Promise.all(own.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return own.map((id, i) => ({ id, command: commands[i] ?? '' }));
}
