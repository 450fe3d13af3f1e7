import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** External programs that tests need: Debian's package for each program. */
const NEEDED: Readonly<Record<string, string>> = {
  chromium: 'chromium',
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  zbarimg: 'zbar-tools',
  qpdf: 'qpdf',
  openssl: 'openssl',
  xmllint: 'libxml2-utils',
  xmlsec1: 'xmlsec1'
};

const isThere = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
const missing = (): string[] => Object.keys(NEEDED).filter((program) => !isThere(program));

/**
 * Looks for the programs; in CI, as root on Debian, it installs what is missing.
 * @returns the names of those that are still missing.
 */
export function findOutsidePrograms(say: (line: string) => void): readonly string[] {
  const absent = missing();
  if (absent.length === 0 || process.env['CI'] === undefined || process.getuid?.() !== 0 || !isThere('apt-get'))
    return absent;
  const packages = [...new Set(absent.map((program) => NEEDED[program] ?? program))];
  say(`Installing ${packages.join(', ')} …`);
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore', env });
  } catch {
    say('They could not be installed.');
  }
  return missing();
}
