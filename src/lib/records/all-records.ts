import { ASSET } from './asset.ts';
import { CHANNEL } from './channel.ts';
import type { Description } from './field.ts';
import { LOCATION } from './location.ts';
import { ORGANIZATION } from './organization.ts';
import { PROCEDURE } from './procedure.ts';
import { USER } from './user.ts';

/** All described records, for code that handles them alike. */
export const RECORDS = {
  asset: ASSET,
  channel: CHANNEL,
  location: LOCATION,
  organization: ORGANIZATION,
  procedure: PROCEDURE,
  user: USER
} as const satisfies Readonly<Record<string, Description>>;
