import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { leanFace } from './lean-face.ts';
import { readFontFace, type FontFace } from './font-face.ts';

export type Slant = { readonly bold: boolean; readonly italic: boolean };

const PLEX = '@expo-google-fonts/ibm-plex-sans';
const FILES = {
  'PlexSans-Regular': `${PLEX}/400Regular/IBMPlexSans_400Regular.ttf`,
  'PlexSans-Italic': `${PLEX}/400Regular_Italic/IBMPlexSans_400Regular_Italic.ttf`,
  'PlexSans-SemiBold': `${PLEX}/600SemiBold/IBMPlexSans_600SemiBold.ttf`,
  'PlexSans-SemiBoldItalic': `${PLEX}/600SemiBold_Italic/IBMPlexSans_600SemiBold_Italic.ttf`,
  // For scripts and characters that IBM Plex Sans lacks.
  DejaVuSans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'DejaVuSans-Oblique': 'dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf',
  'DejaVuSans-Bold': 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'DejaVuSans-BoldOblique': 'dejavu-fonts-ttf/ttf/DejaVuSans-BoldOblique.ttf'
} as const;
type FaceName = keyof typeof FILES;

let { resolve } = createRequire(import.meta.url);
const loaded = new Map<FaceName, FontFace>();

/** The location of the font packages, if this script is not a file: the URL of a module that is. */
export function findFacesFrom(url: string): void {
  ({ resolve } = createRequire(url));
}

function load(name: FaceName): FontFace {
  const known = loaded.get(name);
  if (known) return known;
  const face = readFontFace(name, leanFace(name, readFileSync(resolve(FILES[name]))));
  loaded.set(name, face);
  return face;
}

/** The face of ordinary text in that slant and weight. */
export function textFace({ bold, italic }: Slant): FontFace {
  if (bold) return load(italic ? 'PlexSans-SemiBoldItalic' : 'PlexSans-SemiBold');
  return load(italic ? 'PlexSans-Italic' : 'PlexSans-Regular');
}

/** The fallback face for characters that the ordinary one lacks: more scripts, plainer design. */
export function fallbackFace({ bold, italic }: Slant): FontFace {
  if (bold) return load(italic ? 'DejaVuSans-BoldOblique' : 'DejaVuSans-Bold');
  return load(italic ? 'DejaVuSans-Oblique' : 'DejaVuSans');
}
