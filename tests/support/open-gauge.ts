/** Archives as Open Gauge exports them, made of what is known of its format. */
import { zipSync } from 'fflate';
import { stringify } from 'yaml';

type Fields = Readonly<Record<string, unknown>>;

/** A ZIP with one folder for each asset. @param media files by their paths in the archive */
export const gaugeArchive = (assets: readonly Fields[], media: Readonly<Record<string, Uint8Array>> = {}): Uint8Array =>
  zipSync({
    ...Object.fromEntries(
      assets.map((asset) => [
        `${String((asset['asset'] as Fields)['asset_id']).trim() || 'unnamed'}/asset.yaml`,
        Buffer.from(stringify(asset, { aliasDuplicateObjects: false }))
      ])
    ),
    ...media
  });

/** An asset with its history. */
export const gaugeAsset = (asset: Fields, parts: Fields = {}): Fields => ({
  export_format_version: 1,
  exported_at: '2026-05-01T08:00:00',
  asset: {
    asset_type: 'sensor',
    name: 'Sensor',
    is_active: true,
    created_at: '2021-02-03T04:05:06.789012',
    updated_at: '2026-04-30T10:00:00+02:00',
    ...asset
  },
  sensor_channels: [],
  daq_details: null,
  calibrations: [],
  files: [],
  ...parts
});

/** Readings at evenly spaced places, whose least-squares curve is found here by another way than the engine's. */
export function gaugeCurve(
  degree: number,
  count = 12
): { readonly points: readonly Fields[]; readonly falling: readonly number[] } {
  const rows = Array.from({ length: count }, (_, i) => {
    const y = -1 + (2 * i) / (count - 1);
    const x = Array.from({ length: degree + 1 }, (_one, k) => (1 + 0.5 * k) * y ** k * (k % 2 === 0 ? 1 : 1.2));
    return { y, x: x.reduce((a, b) => a + b, 0) + 0.001 * (((i * 7) % 5) - 2) };
  });
  const rising = leastSquares(
    rows.map(({ y }) => Array.from({ length: degree + 1 }, (_, k) => y ** k)),
    rows.map(({ x }) => x)
  );
  return {
    falling: rising.toReversed(),
    points: rows.map(({ y, x }, point_index) => ({
      point_index,
      reference_value: x,
      measured_value: y,
      calculated_value: rising.reduce((sum, a, k) => sum + a * y ** k, 0),
      residual_abs: 0.001,
      residual_pct: 0.1,
      reference_unit: '°C',
      measured_unit: 'mV'
    }))
  };
}

/** By the normal equations and Gauss’ elimination. */
function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const n = rows[0]?.length ?? 0;
  const at = (row: readonly number[] | undefined, i: number) => row?.[i] ?? 0;
  const system = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (_one, j) => rows.reduce((sum, row) => sum + at(row, i) * at(row, j), 0)),
    rows.reduce((sum, row, k) => sum + at(row, i) * at(values, k), 0)
  ]);
  for (let i = 0; i < n; i++) {
    const pivot = system[i] ?? [];
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      const row = system[j] ?? [];
      const factor = at(row, i) / at(pivot, i);
      system[j] = row.map((value, k) => value - factor * at(pivot, k));
    }
  }
  return system.map((row, i) => at(row, n) / at(row, i));
}
