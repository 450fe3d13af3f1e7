import { describe, expect, it } from 'vitest';
import { rangeText } from '../text/range-text.ts';
import { toleranceText } from '../text/tolerance-text.ts';
import { uncertaintyText } from './uncertainty-text.ts';

const translate = (key: string) => (key.endsWith('of_reading') ? '% of reading' : '% of span');
const tolerance = (parts: Parameters<typeof toleranceText>[0]) =>
  toleranceText(parts, { unit: '°C', resolution: 0.01 }, 'en', translate);

describe('toleranceText', () => {
  it('writes symmetric limits once', () => {
    expect(tolerance([{ kind: 'absolute', lower: -0.3, upper: 0.3 }])).toBe('±0.3\u202f°C');
  });
  it('keeps unequal and one-sided limits apart', () => {
    expect(tolerance([{ kind: 'absolute', lower: -0.1, upper: 0.2 }])).toBe('−0.1 … +0.2\u202f°C');
    expect(tolerance([{ kind: 'absolute', lower: null, upper: 0.2 }])).toBe('≤ +0.2\u202f°C');
  });
  it('adds the parts of a data sheet', () => {
    expect(
      tolerance([
        { kind: 'percent_of_reading', lower: -0.1, upper: 0.1 },
        { kind: 'absolute', lower: -0.05, upper: 0.05 }
      ])
    ).toBe('±0.1\u202f% of reading + ±0.05\u202f°C');
  });
});

it('reports U with two significant digits and its unit', () => {
  expect(uncertaintyText({ expanded_uncertainty: 0.05049, unit: '°C' }, 'de')).toBe('0,050\u202f°C');
  expect(uncertaintyText({ expanded_uncertainty: null, unit: '°C' }, 'de')).toBe('');
});
it('writes a range with an open end', () => {
  expect(rangeText({ range_min: -40, range_max: null, unit: 'bar' }, 'en', 'to')).toBe('−40 to …\u202fbar');
});
