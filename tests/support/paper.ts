/** A page as it comes out of a printer: its text by pdftotext, its ink by pdftoppm. */
// cspell:ignore cropbox
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';

const run = promisify(execFile);
/** Kept, for eyes. */
const FOLDER = 'tests/.output/paper';
/** A hairline of a screen is a dot and a half. */
export const DOTS_PER_INCH = 144;

export type Sheet = {
  /** Lines that have something on them, from above. */
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of a dot. */
  readonly at: (x: number, y: number) => readonly [number, number, number];
};

/** Prints the page on A4 as its style sheets say. */
export async function printed(page: Page, name: string): Promise<readonly Sheet[]> {
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.pdf`);
  await writeFile(file, await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  const { stdout } = await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 64 * 1024 * 1024 });
  const texts = stdout.split('\f').slice(0, -1);
  return Promise.all(texts.map((text, i) => sheet(file, i + 1, text)));
}

/** A page of a file. */
export async function sheetOf(pdf: Uint8Array, name: string, number = 1): Promise<Sheet> {
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, `${name}.pdf`);
  await writeFile(file, pdf);
  return sheet(file, number, '');
}

async function sheet(file: string, number: number, text: string): Promise<Sheet> {
  const root = `${file}.${number}`;
  const page = String(number);
  // What a reader shows of it.
  const shown = ['-cropbox', '-r', String(DOTS_PER_INCH), '-f', page, '-l', page];
  await run('pdftoppm', [...shown, '-singlefile', file, root]);
  const ppm = await readFile(`${root}.ppm`);
  await rm(`${root}.ppm`);
  const { width, height, from } = headOf(ppm);
  return {
    lines: text.split('\n').filter((line) => line.trim() !== ''),
    width,
    height,
    at: (x, y) => {
      const place = from + 3 * (y * width + x);
      return [ppm[place] ?? 255, ppm[place + 1] ?? 255, ppm[place + 2] ?? 255];
    }
  };
}

function headOf(ppm: Buffer): { readonly width: number; readonly height: number; readonly from: number } {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 64).toString('latin1'));
  if (head === null) throw new Error('pdftoppm gave no picture');
  return { width: Number(head[1]), height: Number(head[2]), from: head[0].length };
}

/** How many dots are of a colour, give or take what smoothing mixes in. */
export function dotsOf(sheets: readonly Sheet[], colour: readonly number[], tolerance = 12): number {
  let dots = 0;
  for (const { width, height, at } of sheets) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (at(x, y).every((part, i) => Math.abs(part - (colour[i] ?? 0)) <= tolerance)) dots += 1;
      }
    }
  }
  return dots;
}

/** The most ink that lies straight below itself on a sheet, in dots: a plumb line, which marks interrupt. */
export function mostInkDown({ width, height, at }: Sheet, darker = 140): number {
  let most = 0;
  for (let x = 0; x < width; x += 1) {
    let dots = 0;
    for (let y = 0; y < height; y += 1) if (Math.max(...at(x, y)) < darker) dots += 1;
    most = Math.max(most, dots);
  }
  return most;
}
