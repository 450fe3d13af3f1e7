/** `GET /api/v1/sync/pull`: changes in one collection since a checkpoint. */
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import { COLLECTIONS, type CollectionName } from './collections.ts';
import { documentSchemas, type DocumentOf } from './documents.ts';
import { MAX_PULL } from './limits.ts';

export const pullQuery = z.strictObject({
  collection: z.enum(COLLECTIONS),
  /** Omitted in the first pull. */
  checkpoint: z.string().max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PULL).default(500)
});
export type PullQuery = z.infer<typeof pullQuery>;

/**
 * The origin of a document: the stream (an organization, NO_ORGANIZATION, or the reader for notifications) and its
 * number there.
 */
const origin = { _stream: id, _seq: z.int().positive() };

const tombstone = z.strictObject({ id: z.string(), ...origin, _deleted: z.literal(true) });
export type Tombstone = z.infer<typeof tombstone>;
export type Pulled<C extends CollectionName> = DocumentOf<C> & {
  readonly _stream: string;
  readonly _seq: number;
  readonly _deleted: false;
};

/** Settings of the installation that devices need to derive status like the server. */
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
     * To be sent with the next pull. When nothing is left (`more` false) it has the counters' values of the snapshot
     * that was read, so that a rarely changing collection does not fall below the tombstones' floor.
     */
    checkpoint: z.string(),
    more: z.boolean(),
    /** Organizations whose records the reader may currently store. */
    scope: z.array(id),
    /** Organizations in the sent checkpoint that are no longer in scope; they are not in the new checkpoint. */
    removed: z.array(id),
    /** Total number of documents of this pull, including this page; only for a pull without checkpoint. */
    total: z.int().nonnegative().optional(),
    instance: instanceSchema,
    /** The generation of the data; if it differs from the device's, the data are another copy. */
    generation: id,
    /** The shape of the collection's documents; if it differs from the device's, all of them are pulled again. */
    shape: z.string().max(64)
  });

/** The schema of the response, by collection. */
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
