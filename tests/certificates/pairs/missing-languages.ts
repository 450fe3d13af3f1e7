/** Debian's package with each language of babel: none of them comes with LaTeX itself. */
const PACKAGES: Readonly<Record<string, string>> = {
  german: 'texlive-lang-german',
  ngerman: 'texlive-lang-german',
  french: 'texlive-lang-french',
  spanish: 'texlive-lang-spanish'
};

/** The packages that babel needs for a source and TeX does not find. @param finds whether TeX has a file of that name */
export function missingLanguages(source: string, finds: (file: string) => boolean): readonly string[] {
  const [, languages = ''] = /\\usepackage\[([^\]]*)\]\{babel\}/u.exec(source) ?? [];
  const missing = languages.split(',').flatMap((one) => {
    const language = one.trim();
    const debian = PACKAGES[language];
    return debian !== undefined && !finds(`${language}.ldf`) ? [debian] : [];
  });
  return [...new Set(missing)];
}
