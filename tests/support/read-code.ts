/** Codes read by another's reader (zbar), and PDF pages as pictures and sizes by poppler. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-codes-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the QR codes of a picture (PNG or JPEG) say, in no order; none where none can be read. */
export const codesIn = (picture: Uint8Array): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    const file = join(folder, 'picture');
    await writeFile(file, picture);
    try {
      const { stdout } = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]);
      return stdout.split('\n').filter((line) => line !== '');
    } catch (thrown) {
      // Its answer where it finds nothing.
      if ((thrown as { code?: unknown }).code === 4) return [];
      throw thrown;
    }
  });

/** The pages of a PDF as PNG. */
export const pagesAsPictures = (pdf: Uint8Array, dpi = 300): Promise<readonly Buffer[]> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'file.pdf'), pdf);
    await run('pdftoppm', ['-png', '-r', String(dpi), join(folder, 'file.pdf'), join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return Promise.all(pages.map((name) => readFile(join(folder, name))));
  });

/** The size of its pages in millimetres, and its fonts and text. */
export const pdfFacts = (pdf: Uint8Array) =>
  inFolder(async (folder) => {
    const file = join(folder, 'file.pdf');
    await writeFile(file, pdf);
    const [info, fonts, images, text] = await Promise.all([
      run('pdfinfo', ['-l', '-1', file]),
      run('pdffonts', [file]),
      run('pdfimages', ['-list', file]),
      run('pdftotext', ['-raw', file, '-'])
    ]);
    return {
      sizes: [...info.stdout.matchAll(/size:\s+([\d.]+) x ([\d.]+) pts/g)].map(
        ([, width, height]) => [inMillimetres(Number(width)), inMillimetres(Number(height))] as const
      ),
      pages: Number(/Pages:\s+(\d+)/.exec(info.stdout)?.[1]),
      fonts: fonts.stdout.split('\n').slice(2).filter(Boolean),
      images: images.stdout.split('\n').slice(2).filter(Boolean).length,
      text: text.stdout
    };
  });

const inMillimetres = (points: number): number => (points * 25.4) / 72;
