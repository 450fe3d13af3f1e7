import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { run } from '../outside-validators.ts';

/** Each page of a PDF as a PNG. @param resolution in dots per inch */
export async function pagePictures(pdf: Uint8Array, resolution: number): Promise<readonly Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-pages-'));
  try {
    const file = join(folder, 'a.pdf');
    await writeFile(file, pdf);
    const { code, output } = await run('pdftoppm', ['-r', String(resolution), '-png', file, join(folder, 'page')]);
    if (code !== 0) throw new Error(`pdftoppm: ${output}`);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return await Promise.all(names.map((name) => readFile(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two pages beside each other; a page that one document does not have is grey. */
export async function sideBySide(left: Buffer | undefined, right: Buffer | undefined): Promise<Buffer> {
  const one = left ?? right;
  if (!one) throw new Error('There is no page');
  const { width, height } = await sharp(one).metadata();
  const gap = 8;
  return sharp({ create: { width: 2 * width + gap, height, channels: 3, background: '#999' } })
    .composite([
      ...(left ? [{ input: left, left: 0, top: 0 }] : []),
      ...(right ? [{ input: right, left: width + gap, top: 0 }] : [])
    ])
    .png()
    .toBuffer();
}
