/** A view of the asset list, as it is saved. */
import type { z } from 'zod';
import type { createAssetViewBody } from '#lib/contracts/asset-views.ts';

export const assetView = (name: string): z.input<typeof createAssetViewBody> => ({
  name,
  query: 'pt100',
  filter: 'overdue',
  location_id: null,
  sort: 'name',
  columns: ['due', 'state']
});
