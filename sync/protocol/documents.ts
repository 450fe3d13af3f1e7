/**
 * The records as stored on devices. Nothing in them depends on another record's state or on the reader's clock: names
 * of organizations and locations, counts and calibration status are derived on the device, so that renaming a location
 * does not send twenty thousand assets again. Signed URLs expire, so they travel as null.
 */
import { z } from 'zod';
import { assetSchema } from '#lib/contracts/assets.ts';
import { calibrationHeaderSchema, calibrationSchema, certificateStateSchema } from '#lib/contracts/calibrations.ts';
import { locationSchema } from '#lib/contracts/locations.ts';
import { notificationSchema } from '#lib/contracts/notifications.ts';
import { organizationSchema } from '#lib/contracts/organizations.ts';
import { userSummarySchema } from '#lib/contracts/people.ts';
import { procedureSchema } from '#lib/contracts/procedures.ts';
import { id, instant, organizationRole } from '#lib/contracts/primitives.ts';
import { derivedOf } from '#lib/contracts/described.ts';
import { ASSET } from '#lib/records/asset.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import type { CollectionName } from './collections.ts';

export const organizationDocument = organizationSchema.omit(derivedOf(ORGANIZATION));

/** One person in one organization. A change of the person (name, role) also stamps their memberships. */
export const membershipDocument = z.strictObject({
  id: z.string().max(73).describe('`{organization id}:{user id}`'),
  organization_id: id,
  user: userSummarySchema,
  role: organizationRole,
  may_release: z.boolean(),
  since: instant
});

export const assetDocument = assetSchema.omit(derivedOf(ASSET));

/** The header; the certificate's state changes later than the calibration and is a document of its own. */
export const calibrationDocument = calibrationHeaderSchema.omit({ certificate: true });

/** The full result with its points: for the latest valid calibration of each channel, and for all that the reader recorded. */
export const calibrationDetailDocument = calibrationSchema.pick({
  id: true,
  organization_id: true,
  analysis_request: true,
  result: true,
  device_result: true
});

/** Has the id of its calibration. */
export const certificateDocument = certificateStateSchema.extend({ id, organization_id: id });

export const documentSchemas = {
  organizations: organizationDocument,
  memberships: membershipDocument,
  locations: locationSchema,
  procedures: procedureSchema,
  assets: assetDocument,
  calibrations: calibrationDocument,
  certificates: certificateDocument,
  notifications: notificationSchema,
  calibration_details: calibrationDetailDocument
} as const satisfies Record<CollectionName, z.ZodObject>;

export type DocumentOf<C extends CollectionName> = z.infer<(typeof documentSchemas)[C]>;
