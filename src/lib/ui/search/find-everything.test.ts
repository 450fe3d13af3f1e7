import { describe, expect, it } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import { findEverything } from './find-everything.ts';

const asset = (asset_id: string, name: string, serial_number: string | null = null, changes: object = {}) => ({
  ...anAsset(asset_id),
  id: asset_id,
  asset_id,
  name,
  manufacturer: asset_id === 'PT-1' ? 'WIKA' : null,
  model: asset_id === 'PT-1' ? 'CPG1500' : null,
  serial_number,
  location_name: 'Halle 3',
  ...changes
});
const calibration = (id: string, number: string, lab: string | null, calibration_date: string) => ({
  id,
  asset: { asset_id: 'TT-042' },
  calibration_date,
  certificate: { number },
  lab_certificate_number: lab
});
const source = {
  assets: [asset('A-TT-1', 'Ofenfühler'), asset('TT-042', 'Réacteur'), asset('PT-1', 'Druck', 'TT77')],
  calibrations: [
    calibration('c1', 'NF-2025-7', null, '2025-01-01'),
    calibration('c2', 'NF-2026-7', null, '2026-01-01'),
    calibration('c3', 'NF-X-2026-1', 'HC-99', '2026-02-01')
  ],
  procedures: [{ id: 'proc', code: 'P-11', name: 'Comparison in a bath', quantity: 'temperature' }],
  people: [{ id: 'p', full_name: 'Mina Okafor', email: 'mina@lab.test' }],
  locations: [],
  organizations: [],
  recent: [],
  states: [{ href: '/assets?filter=overdue', title: 'Assets: Overdue', detail: '3' }],
  commands: [{ href: '/assets/new', title: 'New asset' }],
  places: [
    { href: '/', title: 'Home' },
    { href: '/queue', title: 'Queue' }
  ]
};
const titles = (query: string) => findEverything(query, source).flatMap(({ items }) => items.map(({ title }) => title));

describe('findEverything', () => {
  it('offers what can be begun and the places to go while nothing is typed', () => {
    expect(titles(' ')).toEqual(['New asset', 'Home', 'Queue']);
  });
  it('puts ids that begin with the query first, then other hits', () => {
    expect(titles('tt')).toEqual(['TT-042', 'A-TT-1', 'PT-1']);
  });
  it('finds without accents and with several words in any order', () => {
    expect(titles('reacteur')).toEqual(['TT-042']);
    expect(titles('halle ofenfuhler')).toEqual(['A-TT-1']);
  });
  it('finds procedures by code, name and quantity', () => {
    for (const query of ['p-11', 'bath comparison', 'temperature comp'])
      expect(findEverything(query, source).find(({ kind }) => kind === 'procedure')?.items).toEqual([
        { id: 'proc', href: '/procedures/proc', title: 'P-11', detail: 'Comparison in a bath' }
      ]);
  });
  it('finds people by name or address', () => {
    expect(titles('mina@')).toEqual(['Mina Okafor']);
  });
  it('finds certificate numbers, newest first, those of other laboratories too', () => {
    expect(titles('nf-')).toEqual(['NF-X-2026-1', 'NF-2026-7', 'NF-2025-7']);
    expect(titles('hc-99')).toEqual(['HC-99']);
  });
  it('says of what it finds that it is retired, out of service or has failed', () => {
    const out_of_service = { since: '2026-01-01T00:00:00Z', reason: 'dropped', until: null };
    const last_verdict = { calibration_id: 'c', conforms: false, as_found: 'fail', as_left: null };
    const assets = [
      asset('Q-1', 'Probe'),
      asset('Q-2', 'Probe', null, { last_verdict }),
      asset('Q-3', 'Probe', null, { last_verdict, out_of_service }),
      asset('Q-4', 'Probe', null, { out_of_service, status: 'retired' })
    ];
    const [group] = findEverything('probe', { ...source, assets });
    expect(group?.items.map(({ state }) => state)).toEqual([undefined, 'failed', 'out_of_service', 'retired']);
  });
  it('finds makers and models, states and commands', () => {
    expect(titles('wika cpg')).toEqual(['PT-1']);
    expect(findEverything('overdue', source)[0]?.items[0]).toMatchObject({
      href: '/assets?filter=overdue',
      detail: '3'
    });
    expect(titles('new')).toEqual(['New asset']);
  });
  it('finds by any tag, without accents', () => {
    const assets = [
      asset('T-1', 'Scale', null, { tags: ['Ex-Zone', 'Büro 2'] }),
      asset('T-2', 'Scale', null, { tags: ['Ex'] })
    ];
    const found = (query: string) => findEverything(query, { ...source, assets })[0]?.items.map(({ title }) => title);
    expect(found('ex-zone')).toEqual(['T-1']);
    expect(found('buro scale')).toEqual(['T-1']);
    expect(found('ex')).toEqual(['T-1', 'T-2']);
  });
  it('states how many hits there are and where all of them are listed', () => {
    const many = Array.from({ length: 23 }, (_, i) => asset(`TT-${i}`, 'Fühler'));
    const [group] = findEverything('tt-', { ...source, assets: many });
    expect(group).toMatchObject({ kind: 'asset', total: 23, all: '/assets?q=tt-' });
    expect(group?.items).toHaveLength(8);
    expect(findEverything('tt-042', source)[0]).toMatchObject({ total: 1, all: null });
  });
});
