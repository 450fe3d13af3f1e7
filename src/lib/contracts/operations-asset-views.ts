/** The views of the asset list that a person has saved. */
import { z } from 'zod';
import { MOST_ASSET_VIEWS } from '#lib/records/asset-list.ts';
import { assetViewSchema, createAssetViewBody, updateAssetViewBody } from './asset-views.ts';
import { operation } from './operation.ts';
import { id } from './primitives.ts';

const byId = z.strictObject({ id });

export const assetViewOperations = {
  listAssetViews: operation({
    method: 'GET',
    path: '/users/me/asset-views',
    tag: 'Accounts',
    summary: 'The caller’s saved views of the asset list, by name',
    access: 'user',
    answers: { 200: z.array(assetViewSchema) }
  }),
  createAssetView: operation({
    method: 'POST',
    path: '/users/me/asset-views',
    tag: 'Accounts',
    summary: `Save a view of the asset list under a name; at most ${MOST_ASSET_VIEWS} per person`,
    access: 'user',
    body: createAssetViewBody,
    answers: { 201: assetViewSchema },
    refusals: ['view_name_taken', 'too_many_views'],
    idempotent: true
  }),
  updateAssetView: operation({
    method: 'PUT',
    path: '/users/me/asset-views/{id}',
    tag: 'Accounts',
    summary: 'Rename a saved view or replace what it shows; omitted fields are unchanged',
    access: 'user',
    params: byId,
    body: updateAssetViewBody,
    answers: { 200: assetViewSchema },
    refusals: ['not_found', 'stale', 'view_name_taken']
  }),
  deleteAssetView: operation({
    method: 'DELETE',
    path: '/users/me/asset-views/{id}',
    tag: 'Accounts',
    summary: 'Delete a saved view',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  })
} as const;
