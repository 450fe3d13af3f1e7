/** `GET /api/v1/sync/pull`: what has changed in one collection since a checkpoint. */
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { documentSchemas, type DocumentOf } from './documents.ts';
import { MAX_PULL } from './limits.ts';

export const pullQuery = z.strictObject({
  collection: z.enum(COLLECTIONS),
  /** Left out at the first pull. */
  checkpoint: z.string().max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PULL).default(500)
});
export type PullQuery = z.infer<typeof pullQuery>;

/** Where a document comes from: the stream (an organization, NO_ORGANIZATION, or the reader for notifications) and its number there. */
const origin = { _stream: id, _seq: z.int().positive() };

const tombstone = z.strictObject({ id: z.string(), ...origin, _deleted: z.literal(true) });
export type Tombstone = z.infer<typeof tombstone>;
export type Pulled<C extends CollectionName> = DocumentOf<C> & {
  readonly _stream: string;
  readonly _seq: number;
  readonly _deleted: false;
};

/** What devices need of the instance to derive status the way the server does. */
const instanceSchema = z.strictObject({
  time_zone: z.string().max(64).describe('IANA name; “today” is the date there'),
  reminder_lead_days: z.int().nonnegative()
});
export type InstanceFacts = z.infer<typeof instanceSchema>;

const pullAnswerOf = <C extends CollectionName>(collection: C) =>
  z.strictObject({
    documents: z.array(
      z.union([tombstone, documentSchemas[collection].extend({ ...origin, _deleted: z.literal(false) })])
    ),
    /**
     * To be sent with the next pull. When nothing is left (`more` false) it stands at the counters' values of the very
     * snapshot that was read, so that a collection which rarely changes does not fall under the tombstones' floor.
     */
    checkpoint: z.string(),
    more: z.boolean(),
    /** Organizations whose records the reader may hold, at this moment. */
    scope: z.array(id),
    /** Organizations that were in the checkpoint sent and are out of scope now; they are not in the new checkpoint. */
    removed: z.array(id),
    /** Documents that this pull will bring in all, this page included; only answered to a pull without checkpoint. */
    total: z.int().nonnegative().optional(),
    instance: instanceSchema,
    /** Of the data that were read; another one than the device knows means that they are another copy. */
    generation: id,
    /** Of the collection's documents; another one than the device has read means that all of them are pulled anew. */
    shape: z.string().max(64)
  });

/** The schema of the answer, by collection. */
export const pullAnswers = {
  organizations: pullAnswerOf('organizations'),
  memberships: pullAnswerOf('memberships'),
  locations: pullAnswerOf('locations'),
  procedures: pullAnswerOf('procedures'),
  assets: pullAnswerOf('assets'),
  calibrations: pullAnswerOf('calibrations'),
  certificates: pullAnswerOf('certificates'),
  notifications: pullAnswerOf('notifications'),
  calibration_details: pullAnswerOf('calibration_details')
} as const;

export type PullAnswer<C extends CollectionName = CollectionName> = {
  readonly documents: readonly (Tombstone | Pulled<C>)[];
  readonly checkpoint: string;
  readonly more: boolean;
  readonly scope: readonly string[];
  readonly removed: readonly string[];
  readonly total?: number | undefined;
  readonly instance: InstanceFacts;
  readonly generation: string;
  readonly shape: string;
};
