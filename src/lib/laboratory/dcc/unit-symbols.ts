/**
 * The symbols of units and their names in D-SI, the spelling of units in digital calibration certificates. The one table for both
 * directions. `prefixes` lists which prefixes a symbol takes: not every one that would be allowed, because `ft`, `yd` or `Gs` are units
 * of their own.
 */
type Entry = { readonly name: string; readonly symbols: readonly string[]; readonly prefixes: string };

export const PREFIXES: Readonly<Record<string, string>> = {
  T: 'tera',
  G: 'giga',
  M: 'mega',
  k: 'kilo',
  h: 'hecto',
  da: 'deca',
  d: 'deci',
  c: 'centi',
  m: 'milli',
  µ: 'micro',
  n: 'nano',
  p: 'pico',
  f: 'femto',
  a: 'atto'
};

const ALL = 'T G M k h da d c m µ n p f a';
const USUAL = 'T G M k m µ n p f';
const SMALL = 'k m µ n p f';
const entry = (name: string, symbols: string, prefixes = ''): Entry => ({
  name,
  symbols: symbols.split(' '),
  prefixes
});

export const UNITS: readonly Entry[] = [
  entry('one', '1'),
  entry('metre', 'm', ALL),
  entry('kilogram', 'kg'),
  entry('gram', 'g', 'T G M h da d c m µ n p f a'),
  entry('second', 's', SMALL),
  entry('ampere', 'A', USUAL),
  entry('kelvin', 'K', USUAL),
  entry('mole', 'mol', USUAL),
  entry('candela', 'cd', 'k m µ'),
  entry('radian', 'rad', SMALL),
  entry('steradian', 'sr', 'm µ'),
  entry('hertz', 'Hz', USUAL),
  entry('newton', 'N', 'G M k da d c m µ n'),
  entry('pascal', 'Pa', 'G M k h da d c m µ'),
  entry('joule', 'J', USUAL),
  entry('watt', 'W', USUAL),
  entry('coulomb', 'C', SMALL),
  entry('volt', 'V', USUAL),
  entry('farad', 'F', 'm µ n p f a'),
  entry('ohm', 'Ω Ohm ohm', 'T G M k m µ n'),
  entry('siemens', 'S', SMALL),
  entry('weber', 'Wb', SMALL),
  entry('tesla', 'T', SMALL),
  entry('henry', 'H', 'm µ n'),
  entry('degreecelsius', '°C ℃ degC'),
  entry('lumen', 'lm', 'k m'),
  entry('lux', 'lx', 'k m µ'),
  entry('becquerel', 'Bq', USUAL),
  entry('gray', 'Gy', SMALL),
  entry('sievert', 'Sv', SMALL),
  entry('katal', 'kat', SMALL),
  entry('minute', 'min'),
  entry('hour', 'h'),
  entry('day', 'd'),
  entry('degree', '° deg'),
  entry('arcminute', '′'),
  entry('arcsecond', '″'),
  entry('litre', 'L l', 'h da d c m µ n'),
  entry('tonne', 't'),
  entry('hectare', 'ha'),
  entry('electronvolt', 'eV', 'T G M k m µ'),
  entry('dalton', 'Da', 'M k'),
  entry('decibel', 'dB'),
  entry('bel', 'B'),
  entry('neper', 'Np'),
  entry('bar', 'bar', 'k m µ'),
  entry('mmHg', 'mmHg'),
  entry('angstrom', 'Å'),
  entry('knot', 'kn'),
  entry('percent', '% %rh %RH'),
  entry('ppm', 'ppm')
];

/** Names of earlier editions of D-SI, and spellings that laboratories use in its place. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  meter: 'metre',
  liter: 'litre',
  gramme: 'gram',
  celsius: 'degreecelsius',
  arcmin: 'arcminute',
  arcsec: 'arcsecond',
  metricton: 'tonne'
};
