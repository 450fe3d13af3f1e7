/**
 * `npm run pairs`: sets the certificates of laboratories (`tests/certificates/latex/laboratories`) with both engines, writes their pages
 * side by side to `tests/.output/pairs`, embedded left, TeX right, and prints which words differ and how far the furthest is away.
 * `-- german chart` takes those whose names contain one of the words. It needs pdflatex, xelatex or tectonic on PATH
 * (Debian: texlive-latex-extra, texlive-science, texlive-lang-german, texlive-lang-french, lmodern) and poppler-utils.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import type { CertificateFacts } from '#lib/server/certificates/certificate-facts.ts';
import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { TemplateError } from '#lib/server/certificates/templates/template-error.ts';
import { findTex } from '#lib/server/certificates/tex/find-tex.ts';
import { pagesAsPictures } from '../../support/read-code.ts';
import { pageWords } from '../latex/pdf-words.ts';
import { facts } from '../temperature-transmitter.ts';
import { wordDistances } from './far-words.ts';
import { missingLanguages } from './missing-languages.ts';
import { sideBySide } from './side-by-side.ts';

const SOURCES = resolve(import.meta.dirname, '../latex/laboratories');
const PAIRS = resolve(import.meta.dirname, '../../.output/pairs');
const LANGUAGES = { '03-german.tex': 'de', '04-french.tex': 'fr', '05-spanish.tex': 'es' } as const;
const DOTS_PER_INCH = 80;

const tex = findTex('auto');
if (!tex) throw new Error('No TeX is on PATH: apt-get install texlive-latex-extra texlive-science lmodern');

const logo = await sharp({ create: { width: 360, height: 120, channels: 3, background: '#1d5c8f' } })
  .png()
  .toBuffer();
const shown: CertificateFacts = { ...facts, logo: { bytes: logo, format: 'png', width: 360, height: 120 } };

/** Whether TeX has a file. Without kpsewhich, TeX fetches what it lacks (tectonic). */
function finds(file: string): boolean {
  try {
    execFileSync('kpsewhich', [file], { stdio: 'ignore' });
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

async function pair(name: string, source: string): Promise<string> {
  const language = LANGUAGES[name as keyof typeof LANGUAGES] ?? 'en';
  const set = (engine: 'embedded' | 'tex') => renderTemplate(shown, { source, language, engine }, { tex });
  const [own, theirs] = [await set('embedded'), await set('tex')];
  const [left, right] = [
    await pagesAsPictures(own.pdf, DOTS_PER_INCH),
    await pagesAsPictures(theirs.pdf, DOTS_PER_INCH)
  ];
  for (let page = 0; page < Math.max(left.length, right.length); page += 1) {
    const file = `${name.replace('.tex', '')}-${String(page + 1).padStart(2, '0')}.png`;
    await writeFile(join(PAIRS, file), await sideBySide(left[page], right[page]));
  }
  const { different, furthest, elsewhere } = wordDistances(await pageWords(own.pdf), await pageWords(theirs.pdf));
  const far = furthest ? `${furthest.millimetres.toFixed(1)} mm (${furthest.text}, page ${furthest.page})` : 'none';
  const moved = elsewhere === 0 ? '' : `, ${elsewhere} on another page`;
  return `pages ${left.length} and ${right.length}; furthest word ${far}${moved}; words that differ: ${different.join(', ') || 'none'}`;
}

const wanted = process.argv.slice(2);
const names = (await readdir(SOURCES)).filter(
  (name) => name.endsWith('.tex') && (wanted.length === 0 || wanted.some((word) => name.includes(word)))
);
await rm(PAIRS, { recursive: true, force: true });
await mkdir(PAIRS, { recursive: true });
process.stdout.write(`${tex.version}, ${tex.path}\n`);
for (const name of names.sort()) {
  const source = await readFile(join(SOURCES, name), 'utf8');
  const missing = missingLanguages(source, finds);
  if (missing.length > 0) {
    process.exitCode = 1;
    process.stdout.write(`${name}: NOT SET: its language is missing: apt-get install ${missing.join(' ')}\n`);
    continue;
  }
  try {
    process.stdout.write(`${name}: ${await pair(name, source)}\n`);
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown;
    process.exitCode = 1;
    process.stdout.write(`${name}: NOT SET: ${JSON.stringify(thrown.faults)}\n`);
  }
}
