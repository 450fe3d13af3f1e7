// cspell:ignore TEXMFOUTPUT TEXMFDOTDIR TEXINPUTS
import { TRACE_NAMES } from './asked-names.ts';
import type { TexFolder } from './tex-folder.ts';

/** Does not exist, so that nothing is found there; kpathsea takes an empty value for none. */
const NOWHERE = '/nonexistent';

/**
 * All of the environment: nothing outside is written, nothing is run. In kpathsea it comes before every `texmf.cnf`, and without
 * TEXMFCNF only those of the installation are read, never one that a document wrote.
 * @param folder as TeX sees it
 */
export const texEnvironment = (folder: TexFolder, madeAt: Date): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  HOME: NOWHERE,
  TMPDIR: folder.scratch,
  XDG_CACHE_HOME: folder.scratch,
  LC_ALL: 'C.UTF-8',
  // The only folder in which absolute names may be written.
  TEXMFOUTPUT: folder.made,
  // For everything but sources: no font, map or encoding is one that a document wrote.
  TEXMFDOTDIR: folder.given,
  // What the server gives comes first; the last colon adds the packages of the installation.
  TEXINPUTS: `${folder.given}:.:`,
  TEXMFHOME: NOWHERE,
  TEXMFVAR: NOWHERE,
  TEXMFCONFIG: NOWHERE,
  shell_escape: 'f',
  openin_any: 'p',
  openout_any: 'p',
  parse_first_line: 'f',
  KPATHSEA_DEBUG: TRACE_NAMES,
  // Missing letters and formats are a fault, not a reason to run programs.
  MKTEXPK: '0',
  MKTEXTFM: '0',
  MKTEXMF: '0',
  MKTEXTEX: '0',
  MKTEXFMT: '0',
  // Long lines of the log are not broken.
  max_print_line: '2000',
  error_line: '254',
  half_error_line: '238',
  SOURCE_DATE_EPOCH: String(Math.floor(madeAt.getTime() / 1000)),
  FORCE_SOURCE_DATE: '1'
});
