import { createHash } from 'node:crypto';
import { findUser } from '#lib/server/db/users.ts';
import {
  findLocationNames,
  findSheetAssets,
  findUsableProcedures,
  type SheetAsset
} from '#lib/server/db/archive-import.ts';
import type { StoredOrganization } from '#lib/server/db/organizations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { requireOrganization } from '#lib/server/use-cases/organizations/require-organization.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Placed } from '#lib/laboratory/location-tree.ts';
import type { Reading } from '../../incoming.ts';

/** What is here already, as far as a table refers to it. */
export type TableFacts = {
  readonly organization: StoredOrganization;
  readonly locations: readonly Placed[];
  /** By code in lower case; the organization's own before those of all. */
  readonly procedures: ReadonlyMap<string, string>;
  /** By identifier in lower case. */
  readonly assets: ReadonlyMap<string, SheetAsset>;
  readonly actor: PersonActor;
  /** By which an account is found when the rows are written. */
  readonly actorHash: string;
  readonly now: string;
  readonly today: string;
};

export const findFacts = ({ services, actor, organizationId }: Reading): Promise<TableFacts> =>
  transaction(services.pool, actor, async (tx) => {
    const procedures = [...(await findUsableProcedures(tx, organizationId))].sort(
      (a, b) => Number(a.own) - Number(b.own)
    );
    const email = (await findUser(tx, actor.userId))?.email ?? '';
    return {
      organization: await requireOrganization(tx, organizationId),
      locations: await findLocationNames(tx, organizationId),
      procedures: new Map(procedures.map(({ code, id }) => [code, id])),
      assets: await findSheetAssets(tx, organizationId),
      actor,
      actorHash: createHash('sha256').update(email).digest('hex'),
      now: services.now().toISOString(),
      today: services.today()
    };
  });
