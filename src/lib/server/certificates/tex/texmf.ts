/** Settings of kpathsea (web2c/texmf.cnf) before those of the installation: nothing outside is read or written, nothing is run. */
export const TEXMF_CNF = `shell_escape = f
openin_any = p
openout_any = p
parse_first_line = f
`;

/** All of the environment. @param folder as TeX sees it */
export const texEnvironment = (folder: string, madeAt: Date): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  HOME: folder,
  TMPDIR: folder,
  LC_ALL: 'C.UTF-8',
  // The colon adds the settings of the installation.
  TEXMFCNF: `${folder}:`,
  TEXMFHOME: `${folder}/texmf`,
  TEXMFVAR: `${folder}/texmf`,
  TEXMFCONFIG: `${folder}/texmf`,
  shell_escape: 'f',
  openin_any: 'p',
  openout_any: 'p',
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
  FORCE_SOURCE_DATE: '1',
  XDG_CACHE_HOME: `${folder}/texmf`
});
