import { expect, test } from 'vitest';
import { scatterText } from './scatter-text.ts';

const fit = { method: 'ols', model: 'linear', residual_standard_deviation: 0.0175 } as const;

test('s has the unit of what was made small, and none with weights', () => {
  expect(scatterText(fit, '°C', 'Ω', 'en')).toBe('0.0175\u202f°C');
  expect(scatterText({ ...fit, model: 'callendar_van_dusen' }, '°C', 'Ω', 'de')).toBe('0,0175\u202fΩ');
  expect(scatterText({ ...fit, method: 'wls' }, '°C', 'Ω', 'en')).toBe('0.0175');
  expect(scatterText({ ...fit, residual_standard_deviation: null }, '°C', 'Ω', 'en')).toBe('');
});
