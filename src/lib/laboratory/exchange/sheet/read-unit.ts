import { nearestOf } from './near.ts';

/** Units of measuring instruments, as they are written. Others are imported as they are. */
const UNITS =
  '°C °F K % ‰ ppm ppb m mm cm µm nm km in ft mil kg g mg µg t lb oz N mN kN MN kgf lbf Nm N·m mN·m kN·m Ncm lbf·ft lbf·in Pa hPa kPa MPa mbar bar psi Torr mmHg mmH2O inHg inH2O V mV µV kV A mA µA nA kA Ω mΩ kΩ MΩ GΩ W mW kW MW VA kVA var Hz kHz MHz GHz rpm 1/min s ms µs min h l ml µl l/h l/min ml/min m³ m³/h kg/h kg/m³ g/cm³ g/ml m/s m/s² km/h ft/min J kJ kWh dB dB(A) dBm lx cd lm pH S/m mS/cm µS/cm mPa·s cSt F µF nF pF H mH µH T mT Gy Sv µSv/h Bq °  rad %rh %RH HRC HV HB Shore g/l mg/l NTU FNU mol/l mm/m µm/m N/mm² deg'.split(
    /\s+/
  );
/** Other ways to write one, in lower case and without spaces. */
const ALIASES: Readonly<Record<string, string>> = {
  degc: '°C', 'deg.c': '°C', celsius: '°C', gradc: '°C', 'c°': '°C', 'ºc': '°C', '℃': '°C', degcelsius: '°C', gradcelsius: '°C',
  degf: '°F', 'deg.f': '°F', fahrenheit: '°F', 'f°': '°F', 'ºf': '°F', '℉': '°F', kelvin: 'K',
  percent: '%', prozent: '%', pct: '%', pourcent: '%', porcentaje: '%', 'r.h.': '%RH', '%r.h.': '%RH', '%rf': '%RH', '%rel.f.': '%RH',
  um: 'µm', micron: 'µm', microns: 'µm', micrometer: 'µm', ug: 'µg', ul: 'µl', uv: 'µV', ua: 'µA', us: 'µs', uf: 'µF', uh: 'µH',
  'us/cm': 'µS/cm', ohm: 'Ω', ohms: 'Ω', kohm: 'kΩ', mohm: 'mΩ', megohm: 'MΩ', inch: 'in', inches: 'in', '"': 'in', zoll: 'in',
  volt: 'V', volts: 'V', amp: 'A', amps: 'A', ampere: 'A', gram: 'g', grams: 'g', gramm: 'g', gr: 'g', kilogram: 'kg', kgs: 'kg',
  meter: 'm', metre: 'm', newton: 'N', 'n.m': 'N·m', 'n*m': 'N·m', pascal: 'Pa', sec: 's', sek: 's', minute: 'min', hour: 'h',
  liter: 'l', litre: 'l', 'u/min': '1/min', 'min-1': '1/min', 'm3': 'm³', 'm3/h': 'm³/h', 'kg/m3': 'kg/m³', 'g/cm3': 'g/cm³',
  'm/s2': 'm/s²', 'n/mm2': 'N/mm²', lux: 'lx', degree: '°', degrees: '°', grad: '°'
}; // prettier-ignore

const EXACT = new Set(UNITS);
const alikeOf = (folded: string) => UNITS.filter((unit) => unit.toLowerCase() === folded);

/** A unit as it is usually written, and the unit that was probably meant where it is unknown but for one slip. */
export function readUnit(text: string): { readonly unit: string; readonly suggestion: string | null } {
  const plain = text
    .trim()
    .replace(/\u03bc/g, 'µ')
    .replace(/\u2126/g, 'Ω')
    .replace(/^\[(.*)\]$|^\((.*)\)$/, '$1$2');
  if (EXACT.has(plain)) return { unit: plain, suggestion: null };
  const folded = plain.toLowerCase().replace(/\s/g, '');
  const alias = ALIASES[folded];
  if (alias !== undefined) return { unit: alias, suggestion: null };
  // `MPA` may be mPa or MPa.
  const alike = alikeOf(folded);
  if (alike.length === 1) return { unit: alike[0] ?? plain, suggestion: null };
  return { unit: plain, suggestion: alike.length > 1 ? (alike[0] ?? null) : nearestOf(plain, EXACT) };
}
/** Whether a text is a unit that is known, however it is written. */
export const isKnownUnit = (text: string): boolean => EXACT.has(readUnit(text).unit);
