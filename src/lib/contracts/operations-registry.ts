import { z } from 'zod';
import { assetMoveSchema, bulkChangeAnswer, bulkChangeBody } from './asset-bulk.ts';
import { auditEntrySchema } from './audit.ts';
import {
  assetSchema,
  calibrationStatus,
  createAssetBody,
  duplicateAssetBody,
  stateReasonBody,
  takeOutOfServiceBody,
  updateAssetBody
} from './assets.ts';
import { createLocationBody, locationSchema, updateLocationBody } from './locations.ts';
import { MIB, operation } from './operation.ts';
import { calendarDate, id, pageQuery, queryFlag, sortBy } from './primitives.ts';

const byId = z.strictObject({ id });
export const byRef = z.strictObject({ ref: z.string().min(1).max(64) });
/** Needed if several organizations have an asset with the same `asset_id`. */
export const refQuery = z.strictObject({ organization_id: id.optional() });

export const registryOperations = {
  listLocations: operation({
    method: 'GET',
    path: '/locations',
    tag: 'Locations',
    summary: 'List the locations that the caller may see',
    access: 'user',
    query: pageQuery.extend({
      organization_id: id.optional(),
      parent_id: id.optional().describe('Only locations directly in this one'),
      is_calibration_lab: queryFlag.optional(),
      sort: sortBy('name', 'created_at').optional()
    }),
    answers: { 200: z.array(locationSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  createLocation: operation({
    method: 'POST',
    path: '/locations',
    tag: 'Locations',
    summary: 'Create a location or a calibration laboratory',
    access: 'technician',
    body: createLocationBody,
    answers: { 201: locationSchema },
    refusals: ['forbidden', 'not_found'],
    idempotent: true
  }),
  getLocation: operation({
    method: 'GET',
    path: '/locations/{id}',
    tag: 'Locations',
    summary: 'One location',
    access: 'user',
    params: byId,
    answers: { 200: locationSchema },
    refusals: ['not_found']
  }),
  updateLocation: operation({
    method: 'PUT',
    path: '/locations/{id}',
    tag: 'Locations',
    summary: 'Change a location; omitted fields are unchanged',
    access: 'technician',
    params: byId,
    body: updateLocationBody,
    answers: { 200: locationSchema },
    refusals: ['not_found', 'forbidden', 'stale'],
    idempotent: true
  }),
  deleteLocation: operation({
    method: 'DELETE',
    path: '/locations/{id}',
    tag: 'Locations',
    summary: 'Delete an unused location',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'in_use']
  }),
  listAssets: operation({
    method: 'GET',
    path: '/assets',
    tag: 'Assets',
    summary: 'List the assets that the caller may see',
    access: 'user',
    query: pageQuery.extend({
      organization_id: id.optional(),
      location_id: id.optional().describe('Only assets in this location and all locations within it'),
      location_only: queryFlag.optional().describe('true: excludes assets in locations within `location_id`'),
      calibration_status: calibrationStatus.optional(),
      verdict: z.enum(['failed']).optional().describe('failed: the last verdict does not conform'),
      is_reference: queryFlag.optional(),
      status: z.enum(['active', 'retired']).optional(),
      out_of_service: queryFlag.optional(),
      tag: z.string().max(50).optional(),
      due_before: calendarDate.optional(),
      sort: sortBy('asset_id', 'name', 'due_date', 'updated_at').optional()
    }),
    answers: { 200: z.array(assetSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  createAsset: operation({
    method: 'POST',
    path: '/assets',
    tag: 'Assets',
    summary: 'Register an asset in one of the caller’s organizations',
    access: 'technician',
    body: createAssetBody,
    bodyLimit: MIB,
    answers: { 201: assetSchema },
    refusals: ['forbidden', 'not_found', 'asset_id_taken'],
    idempotent: true
  }),
  changeAssets: operation({
    method: 'POST',
    path: '/assets/bulk',
    tag: 'Assets',
    summary: 'Make one change to up to 1,000 assets',
    description:
      'All or nothing. Omitted fields are unchanged; an interval in days replaces one in months, and vice versa.',
    access: 'technician',
    query: refQuery,
    body: bulkChangeBody,
    bodyLimit: MIB,
    answers: { 200: bulkChangeAnswer },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden'],
    idempotent: true
  }),
  getAsset: operation({
    method: 'GET',
    path: '/assets/{ref}',
    tag: 'Assets',
    summary: 'One asset, by asset_id or UUID',
    access: 'user',
    params: byRef,
    query: refQuery,
    answers: { 200: assetSchema },
    refusals: ['not_found', 'ambiguous_ref']
  }),
  updateAsset: operation({
    method: 'PUT',
    path: '/assets/{ref}',
    tag: 'Assets',
    summary: 'Change an asset; omitted fields are unchanged; lists of channels or tasks replace the existing ones',
    access: 'technician',
    params: byRef,
    query: refQuery,
    body: updateAssetBody,
    bodyLimit: MIB,
    answers: { 200: assetSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'asset_id_taken', 'stale'],
    idempotent: true
  }),
  retireAsset: operation({
    method: 'DELETE',
    path: '/assets/{ref}',
    tag: 'Assets',
    summary: 'Retire an asset; its history stays',
    access: 'technician',
    params: byRef,
    query: refQuery,
    body: stateReasonBody,
    bodyOptional: true,
    answers: { 204: null },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden']
  }),
  restoreAsset: operation({
    method: 'POST',
    path: '/assets/{ref}/restore',
    tag: 'Assets',
    summary: 'Bring a retired asset back into use',
    access: 'technician',
    params: byRef,
    query: refQuery,
    body: stateReasonBody,
    bodyOptional: true,
    answers: { 200: assetSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden']
  }),
  duplicateAsset: operation({
    method: 'POST',
    path: '/assets/{ref}/duplicate',
    tag: 'Assets',
    summary: 'Register another asset like this one',
    description:
      'Copies the quantity and range, the channels in use, attributes, tags, interval, tasks and location; not the history, serial number, photo or state.',
    access: 'technician',
    params: byRef,
    query: refQuery,
    body: duplicateAssetBody,
    answers: { 201: assetSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'asset_id_taken'],
    idempotent: true
  }),
  takeAssetOutOfService: operation({
    method: 'POST',
    path: '/assets/{ref}/out-of-service',
    tag: 'Assets',
    summary: 'Take an asset out of service; repeat the request to change the reason and the expected day of return',
    access: 'technician',
    params: byRef,
    query: refQuery,
    body: takeOutOfServiceBody,
    answers: { 200: assetSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'asset_retired']
  }),
  putAssetBackIntoService: operation({
    method: 'DELETE',
    path: '/assets/{ref}/out-of-service',
    tag: 'Assets',
    summary: 'Put an asset back into service',
    access: 'technician',
    params: byRef,
    query: refQuery,
    answers: { 204: null },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden']
  }),
  putAssetPhoto: operation({
    method: 'PUT',
    path: '/assets/{ref}/photo',
    tag: 'Assets',
    summary: 'Set the photo: the bytes of a PNG, JPEG, WebP or GIF file',
    description: 'The photo is re-encoded, rotated upright and keeps its proportions; metadata is removed.',
    access: 'technician',
    params: byRef,
    query: refQuery.extend({
      upload_id: id.optional().describe('Generated by the client: a repeated upload with the same id changes nothing')
    }),
    upload: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    bodyLimit: 5 * MIB,
    answers: { 200: assetSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'not_an_image', 'id_reused']
  }),
  deleteAssetPhoto: operation({
    method: 'DELETE',
    path: '/assets/{ref}/photo',
    tag: 'Assets',
    summary: 'Remove the photo',
    access: 'technician',
    params: byRef,
    query: refQuery,
    answers: { 204: null },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden']
  }),
  listAssetMoves: operation({
    method: 'GET',
    path: '/assets/{ref}/moves',
    tag: 'Assets',
    summary: 'List the moves of an asset between locations, with date and person',
    access: 'user',
    params: byRef,
    query: pageQuery.omit({ q: true }).extend({ organization_id: id.optional() }),
    answers: { 200: z.array(assetMoveSchema) },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'invalid_cursor'],
    paged: true
  }),
  listAssetAuditLogs: operation({
    method: 'GET',
    path: '/assets/{ref}/audit-logs',
    tag: 'Assets',
    summary: 'List the changes to an asset, with the person who made them',
    access: 'user',
    params: byRef,
    query: pageQuery.omit({ q: true }).extend({ organization_id: id.optional() }),
    answers: { 200: z.array(auditEntrySchema) },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'invalid_cursor'],
    paged: true
  })
} as const;
