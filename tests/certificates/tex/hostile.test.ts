import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LatexError } from '#lib/server/certificates/latex/faults.ts';
import type { TexProgram } from '#lib/server/certificates/tex/find-tex.ts';
import { setTex } from '#lib/server/certificates/tex/set-tex.ts';
import { removeLeftTexFolders } from '#lib/server/certificates/tex/tex-folder.ts';
import { startedBy } from '../../support/started-by.ts';
import { HOSTILE, inDocument } from '../latex/hostile-sources.ts';
import { latexFacts } from '../latex/pdf-words.ts';
import { pdfText, run, withFiles } from '../outside-validators.ts';
import { EXPANDED_NAMES, LEFT_TO_READ, LEFT_TO_WRITE } from './hostile-files.ts';
import { BY_TEX, IN_BUBBLEWRAP, installedTex, requireTex } from './installed-tex.ts';

// A source that never ends takes all of its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const SECONDS = 3;
const SECRET = 'qx7-of-the-server-42';

let outside = '';
/** Has the secret in its environment, as the server has its keys. */
let running: ChildProcess;
beforeAll(async () => {
  running = spawn('sleep', ['600'], { env: { PATH: '/usr/bin:/bin', SECRET }, stdio: 'ignore' });
  outside = await mkdtemp(join(tmpdir(), 'outside-'));
  for (const name of ['secret.tex', 'secret.enc']) await writeFile(join(outside, name), `${SECRET}\n`);
  await writeFile(join(outside, 'secret.pdf'), `%PDF-1.4\n% ${SECRET}\n`);
});
afterAll(async () => {
  running.kill();
  await rm(outside, { recursive: true, force: true });
});

/** Ways to read a file of the server, each with its path put in. */
const READERS: Readonly<Record<string, (path: string) => string>> = {
  input: (path) => inDocument(`\\input{${path}.tex}`),
  'input without braces': (path) => inDocument(`\\input ${path}.tex `),
  'the primitive input': (path) => inDocument(`\\makeatletter\\@@input ${path}.tex `),
  include: (path) => inDocument(`\\include{${path}}`),
  'input by a name made of letters': (path) => inDocument(`\\csname @@input\\endcsname ${path}.tex `),
  'input by codes': (path) => inDocument(`^^5cinput{${path}.tex}`),
  'input with other letters for backslash': (path) => inDocument(`\\catcode\`!=0 !input{${path}.tex}`),
  'input by a pipe': (path) => inDocument(`\\input{|"cat ${path}.tex"}`),
  openin: (path) => inDocument(`\\newread\\f\\openin\\f=${path}.tex \\read\\f to\\x \\x`),
  'the lines of a file': (path) => inDocument(`\\newread\\f\\openin\\f=${path}.tex \\readline\\f to\\x \\x`),
  filedump: (path) => inDocument(`\\pdffiledump length 40 {${path}.tex}`),
  'filedump by another name': (path) =>
    inDocument(`\\ExplSyntaxOn\\file_get_hex_dump:nN{${path}.tex}\\l_tmpa_tl\\tl_use:N\\l_tmpa_tl\\ExplSyntaxOff`),
  'file by expl3': (path) => inDocument(`\\ExplSyntaxOn\\file_input:n{${path}.tex}\\ExplSyntaxOff`),
  'the hash of a file': (path) => inDocument(`HASH:\\pdfmdfivesum file {${path}.tex}:`),
  'the size of a file': (path) => inDocument(`SIZE:\\pdffilesize{${path}.tex}:`),
  'an object of a file': (path) => inDocument(`\\immediate\\pdfobj stream file {${path}.tex}a`),
  'a picture': (path) => inDocument(`\\includegraphics{${path}.pdf}`, '\\usepackage{graphicx}'),
  'a picture by its primitive': (path) => inDocument(`\\pdfximage{${path}.pdf}\\pdfrefximage\\pdflastximage`),
  'a map of letters': (path) => inDocument(`\\pdfmapfile{${path}.tex}a`),
  letters: (path) => inDocument(`\\font\\x=${path} \\x a`),
  'letters of a map': (path) => inDocument(`\\pdfmapline{=ecrm1000 ECRM <${path}.tex}\\font\\x=ecrm1000 \\x a`),
  'an encoding of letters': (path) =>
    inDocument(`\\pdfmapline{=cmr9 CMR9 <[${path}.enc <cmr9.pfb}\\font\\x=cmr9 \\x a`),
  'a package': (path) => inDocument('a', `\\usepackage{${path}}`),
  'a class': (path) => `\\documentclass{${path}}\\begin{document}a\\end{document}`
};

/** What TeX must not do besides reading. */
const DOERS: Readonly<Record<string, (folder: string) => string>> = {
  'writes elsewhere': (folder) =>
    inDocument(`\\newwrite\\f\\immediate\\openout\\f=${folder}/owned.tex \\immediate\\write\\f{x}`),
  'writes above': () => inDocument('\\newwrite\\f\\immediate\\openout\\f=../owned.tex \\immediate\\write\\f{x}'),
  'writes a hidden file': () => inDocument('\\newwrite\\f\\immediate\\openout\\f=.owned \\immediate\\write\\f{x}'),
  'runs a program': (folder) => inDocument(`\\immediate\\write18{touch ${folder}/owned.tex}a`),
  'runs a program by a pipe': (folder) => inDocument(`\\input{|"touch ${folder}/owned.tex"}`),
  'writes gigabytes': () =>
    inDocument(
      '\\newwrite\\f\\immediate\\openout\\f=big.tex \\def\\x{\\immediate\\write\\f{' + 'x'.repeat(4000) + '}\\x}\\x'
    ),
  'makes pages without end': () => inDocument('\\def\\x{a\\newpage\\x}\\x'),
  'takes all memory': () => inDocument('\\def\\x{\\hbox to 1pt{a}\\x}\\setbox0\\vbox{\\x}'),
  'grows without end': () => inDocument('\\edef\\x{a}\\loop\\edef\\x{\\x\\x}\\iftrue\\repeat'),
  'loops in silence': () => inDocument('\\def\\x{\\x}\\x'),
  'asks for a name': () => inDocument('\\input{}'),
  'waits for an answer': () => inDocument('\\read16 to\\x a'),
  'is only a preamble': () => '\\documentclass{article}',
  ...LEFT_TO_WRITE,
  'says what is to be set itself': () =>
    '\\batchmode\\errorstopmode\\documentclass{article}\\begin{document}\\undefined\\end{document}'
};

/** Either a fault with a line, or a document in which nothing of the server is. */
async function outcome(source: string, tex: TexProgram): Promise<string> {
  const began = performance.now();
  let text: string;
  try {
    const { pdf } = await setTex(source, latexFacts, tex, { seconds: SECONDS });
    const raw = await withFiles({ 'a.pdf': pdf }, async (path) => {
      await run('qpdf', ['--qdf', '--object-streams=disable', path('a.pdf'), path('b.pdf')]);
      return readFile(path('b.pdf'), 'latin1');
    });
    text = `${await pdfText(pdf, 'raw')}\n${raw}`;
  } catch (thrown) {
    if (!(thrown instanceof LatexError)) throw thrown;
    const lines = source.split('\n').length + 1;
    for (const { line } of thrown.faults) expect(line).toBeLessThanOrEqual(lines);
    text = thrown.message;
  }
  // The limit, and what else is needed to make and to read a document on a busy machine.
  expect(performance.now() - began).toBeLessThan(1000 * (SECONDS + 20));
  return text;
}

const leftFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('plumbline-tex-'));
/** The ids of the processes that set a document, of other tests, too. */
async function texProcesses(): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_, index) => lines[index]?.includes('plumbline.tex'));
}
/** Other tests make folders and processes of their own meanwhile: those that are there now must go. */
const expectAllToGo = (found: readonly string[], left: () => Promise<readonly string[]>) =>
  vi.waitFor(async () => {
    const now = await left();
    expect(found.filter((one) => now.includes(one))).toEqual([]);
  }, 40_000);

async function expectNothingRead(tex: TexProgram): Promise<void> {
  const hex = Buffer.from(SECRET).toString('hex');
  const sources = [
    ...Object.entries({ ...READERS, ...EXPANDED_NAMES }).map(
      ([name, of]) => [name, of(join(outside, 'secret'))] as const
    ),
    // From the folder that TeX starts in, or from wherever else it looks.
    ...Object.entries(READERS).map(
      ([name, of]) => [`${name}, from below`, of(`${'../'.repeat(12)}${join(outside, 'secret').slice(1)}`)] as const
    ),
    ...Object.entries(LEFT_TO_READ).map(([name, of]) => [name, of(outside, `/proc/${running.pid ?? ''}`)] as const)
  ];
  for (const [name, source] of sources) {
    const text = await outcome(source, tex);
    expect(text, name).not.toContain(SECRET);
    expect(text.toLowerCase(), name).not.toContain(hex);
    expect(text, name).not.toMatch(/HASH:[0-9A-F]{32}|SIZE:\d/u);
  }
}

describe.skipIf(!installedTex)(`a source set ${BY_TEX}`, () => {
  it('reads no byte of the server, in whatever way it asks', async () => {
    await expectNothingRead({ ...requireTex(), bubblewrap: null });
  });

  it.skipIf(!installedTex?.bubblewrap)(`reads no byte of the server ${IN_BUBBLEWRAP}`, () =>
    expectNothingRead(requireTex())
  );

  describe.each([
    ['', true],
    ['without bubblewrap ', false]
  ])('%s', (_, inBubblewrap) => {
    it.each(Object.entries(DOERS))(
      'that %s ends in time, changes nothing outside, and leaves nothing',
      async (_name, source) => {
        const tex = requireTex();
        const before = await leftFolders();
        await outcome(source(outside), inBubblewrap ? tex : { ...tex, bubblewrap: null });
        expect((await readdir(outside)).toSorted()).toEqual(['secret.enc', 'secret.pdf', 'secret.tex']);
        expect((await readdir(tmpdir())).filter((name) => name.includes('owned'))).toEqual([]);
        await expectAllToGo(
          (await leftFolders()).filter((name) => !before.includes(name)),
          leftFolders
        );
        await expectAllToGo(await texProcesses(), texProcesses);
      }
    );
  });

  it('as hostile as those for the embedded engine ends in time; others are served meanwhile', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 5);
    for (const [name, [source]] of Object.entries(HOSTILE)) {
      const text = await outcome(source, requireTex());
      expect(text, name).not.toMatch(/root:x:0:0/u);
    }
    clearInterval(other);
    expect(turns).toBeGreaterThan(100);
  });

  it('leaves no process, and after a kill of the server neither process nor folder', async () => {
    const script = `
      import { setTex } from '#lib/server/certificates/tex/set-tex.ts';
      import { findTex } from '#lib/server/certificates/tex/find-tex.ts';
      import { latexFacts } from './tests/certificates/latex/pdf-words.ts';
      await setTex('\\\\documentclass{article}\\\\begin{document}\\\\def\\\\x{\\\\x}\\\\x', latexFacts, findTex('auto'), { seconds: ${SECONDS} });`;
    const before = await leftFolders();
    const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'ignore'
    });
    const own = async () =>
      (await startedBy(server.pid ?? 0)).filter(({ command }) => command.includes('plumbline.tex'));
    const found = await vi.waitUntil(
      async () => {
        const now = await own();
        return now.some(({ command }) => command.includes('pdflatex')) && now;
      },
      { timeout: 40_000, interval: 50 }
    );
    // Other tests may set documents meanwhile, too.
    const folders = (await leftFolders()).filter((name) => !before.includes(name));
    server.kill('SIGKILL');
    const ids = found.map(({ id }) => id);
    await expectAllToGo(ids, async () => ids.filter((id) => existsSync(`/proc/${id}`)));
    const left = (await leftFolders()).filter((name) => folders.includes(name));
    expect(left.length).toBeGreaterThan(0);
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of left) await utimes(join(tmpdir(), name), longAgo, longAgo);
    expect(await removeLeftTexFolders()).toBeGreaterThan(0);
    expect((await leftFolders()).filter((name) => left.includes(name))).toEqual([]);
  });
});
