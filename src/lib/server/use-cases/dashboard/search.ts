import type { SearchHit } from '#lib/contracts/dashboard.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { maySeeAccounts } from '#lib/laboratory/permissions.ts';
import { bestOf } from '#lib/laboratory/search-rank.ts';
import { findHits } from '#lib/server/db/search.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const MOST = 20;
/** A longer query is not more precise, and each word must be compared with every text. */
const MOST_WORDS = 8;

/** The best twenty of what the actor may read, by the words of a query. */
export const search = ({ pool }: Services, actor: PersonActor, query: string): Promise<SearchHit[]> =>
  reading(pool, actor, async (tx) => {
    const words = query.split(/\s+/).filter((word) => word !== '');
    const found = await findHits(tx, { query, words: words.slice(0, MOST_WORDS), most: MOST }, maySeeAccounts(actor));
    return bestOf(found, query, MOST);
  });
