import { describe, expect, it } from 'vitest';
import { findEverything } from './find-everything.ts';

const asset = (asset_id: string, name: string, serial_number: string | null = null) => ({
  id: asset_id,
  asset_id,
  name,
  serial_number,
  location_name: 'Halle 3'
});
const source = {
  assets: [asset('A-TT-1', 'Ofenfühler'), asset('TT-042', 'Réacteur'), asset('PT-1', 'Druck', 'TT77')],
  people: [{ id: 'p', full_name: 'Mina Okafor', email: 'mina@lab.test' }],
  places: [
    { href: '/', title: 'Home' },
    { href: '/queue', title: 'Queue' }
  ]
};
const titles = (query: string) => findEverything(query, source).map(({ title }) => title);

describe('findEverything', () => {
  it('offers the places to go while nothing is typed', () => {
    expect(titles(' ')).toEqual(['Home', 'Queue']);
  });
  it('puts ids that begin with the query first, then other hits', () => {
    expect(titles('tt')).toEqual(['TT-042', 'A-TT-1', 'PT-1']);
  });
  it('finds without accents and with several words in any order', () => {
    expect(titles('reacteur')).toEqual(['TT-042']);
    expect(titles('halle ofenfuhler')).toEqual(['A-TT-1']);
  });
  it('finds people by name or address', () => {
    expect(titles('mina@')).toEqual(['Mina Okafor']);
  });
});
