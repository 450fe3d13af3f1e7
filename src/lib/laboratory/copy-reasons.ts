/** Why the data may be another copy than the one that was last in use, so that a new generation of them begins. */
export const COPY_REASONS = [
  /** They are in another place: a copied folder, a restored dump, a recovery, a failover. */
  'elsewhere',
  /** They know of less than was seen of them. */
  'older',
  /** They are of another generation than the one last seen. */
  'other_generation',
  /** Somebody said so (`npm run restored`). */
  'told'
] as const;
export type CopyReason = (typeof COPY_REASONS)[number];
