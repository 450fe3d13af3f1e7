import type { Finding } from '#lib/contracts/exchange.ts';
import { findOwnAssets } from '#lib/server/db/archive-import.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { warningFinding } from './incoming.ts';
import type { AssetFindings } from './findings.ts';

type Asked = { readonly path: string; readonly findings: AssetFindings };

/** The references that calibrations of a file name: assets of the file, or of the organization. */
export class ReferencesIn {
  /** Assets of the file, and whether they are references. */
  readonly #assets = new Map<string, boolean>();
  /** Where a reference is named for the first time of an asset. */
  readonly #named = new Map<string, Asked[]>();

  addAsset(id: string, isReference: boolean): void {
    this.#assets.set(id, isReference);
  }

  addNamed(id: string, path: string, findings: AssetFindings): void {
    const asked = this.#named.get(id) ?? [];
    this.#named.set(id, asked);
    if (asked.at(-1)?.findings !== findings) asked.push({ path, findings });
  }

  /** Says which are not there, and which are no references. @returns those that may be linked */
  async judge(tx: Tx, organizationId: string): Promise<ReadonlySet<string>> {
    const others = [...this.#named.keys()].filter((id) => !this.#assets.has(id));
    const own = others.length === 0 ? new Map<string, boolean>() : await findOwnAssets(tx, organizationId, others);
    for (const [id, asked] of this.#named) {
      const finding = findingOf(this.#assets.get(id) ?? own.get(id));
      if (finding !== null) for (const { path, findings } of asked) findings.add(finding(path));
    }
    return new Set([...this.#named.keys()].filter((id) => this.#assets.has(id) || own.has(id)));
  }
}

function findingOf(isReference: boolean | undefined): ((path: string) => Finding) | null {
  if (isReference === true) return null;
  const [code, message] =
    isReference === undefined
      ? [
          'reference_unknown',
          'The reference is neither in the file nor an asset of the organization, so the link to it is omitted.'
        ]
      : ['not_a_reference', 'The asset that was used as a reference is not marked as one.'];
  return (path) => warningFinding(code, [path, 'reference_asset_id'], message);
}
