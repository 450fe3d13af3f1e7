// cspell:ignore pdftex pdftexconfig
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTexFolder, startNextPass } from './tex-folder.ts';

it('gives the next pass what LaTeX wrote for it, and what the server gave as it was', async () => {
  const kept = ['plumbline.aux', 'plumbline.toc', 'plumbline.out', 'part-1.aux'];
  const removed = ['texmf.cnf', 'pdflatex.fmt', 'cmr10.tfm', 'pdftex.map', 'a.enc', 'a.pfb', 'article.cls', 'a.sty'];
  const more = [
    'plumbline.pdf',
    '.plumbline.pdf',
    'ls-R',
    'pdftexconfig.tex',
    'certificate.tex',
    'aux',
    '.aux',
    'a.b.aux'
  ];
  const top = await inTexFolder(new Map([['certificate.tex', 'given']]), async (folder) => {
    for (const name of [...kept, ...removed, ...more]) await writeFile(join(folder.made, name), name);
    await startNextPass(folder);
    expect((await readdir(folder.made)).toSorted()).toEqual(kept.toSorted());
    expect(await readFile(join(folder.made, 'plumbline.toc'), 'utf8')).toBe('plumbline.toc');
    expect(await readdir(folder.given)).toEqual(['certificate.tex']);
    for (const [path, mode] of [
      [folder.given, 0o500],
      [join(folder.given, 'certificate.tex'), 0o400],
      [folder.made, 0o700]
    ] as const)
      expect((await stat(path)).mode & 0o777).toBe(mode);
    return join(folder.made, '..');
  });
  await expect(stat(top)).rejects.toThrow('ENOENT');
});
