import { findTex, type TexName, type TexProgram } from '#lib/server/certificates/tex/find-tex.ts';
import { removeLeftTexFolders } from '#lib/server/certificates/tex/tex-folder.ts';

/**
 * The TeX that this server sets templates with; also removes what runs left that were killed with it.
 * @throws Error if the one that is asked for is not installed
 */
export async function installedTex(wanted: TexName | 'auto'): Promise<TexProgram | null> {
  await removeLeftTexFolders();
  return findTex(wanted);
}
