import type { LostRow } from '#sync/client/replica.ts';

/** A record that the server has lost, as screens list it. */
export type LostRecord = {
  readonly collection: LostRow['collection'];
  readonly id: string;
  readonly kind: LostRow['kind'];
  /** The name that people know it by. */
  readonly label: string;
  readonly noticed_at: number;
};

type Named = {
  readonly asset?: { readonly asset_id: string };
  readonly version?: number;
  readonly asset_id?: string;
  readonly name?: string;
  readonly user?: { readonly full_name: string };
};

export function asLostRecord({ collection, id, kind, document, noticed_at }: LostRow): LostRecord {
  const { asset, version, asset_id, name, user } = document as Named;
  const label = asset ? `${asset.asset_id} v${version}` : [asset_id, name ?? user?.full_name].filter(Boolean).join(' ');
  return { collection, id, kind, label: label === '' ? id : label, noticed_at };
}
