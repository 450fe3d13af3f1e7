/** The kinds of instruments of the demonstration laboratory: what they measure, how well, and against which reference. */
export type Family = {
  readonly prefix: string;
  readonly category: string;
  readonly quantity: string;
  readonly unit: string;
  readonly measuredUnit?: string;
  readonly range: readonly [number, number];
  readonly resolution: number;
  readonly tolerance: number;
  /** `null`: calibrated by an outside laboratory. */
  readonly reference: string | null;
  readonly nominals: readonly number[];
  /** Standard deviation of a reading, in units of the measured quantity. */
  readonly noise: number;
  /** Typical error at full scale and its drift a year, as shares of the tolerance. */
  readonly error: number;
  readonly drift: number;
  readonly degree: 1 | 2;
  readonly manufacturers: readonly (readonly [string, string])[];
  readonly names: readonly string[];
  readonly interval: number;
  readonly channels?: readonly string[];
};

const evenly = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

export const FAMILIES: readonly Family[] = [
  {
    prefix: 'TT',
    category: 'Temperature transmitter',
    quantity: 'temperature',
    unit: '°C',
    range: [0, 100],
    resolution: 0.01,
    tolerance: 0.3,
    reference: 'REF-001',
    nominals: evenly(0, 100, 11),
    noise: 0.015,
    error: 0.35,
    drift: 0.12,
    degree: 2,
    manufacturers: [
      ['Endress+Hauser', 'TMT182'],
      ['Rosemount', '3144P'],
      ['WIKA', 'T32.1S']
    ],
    names: [
      'Reactor outlet temperature transmitter',
      'Jacket supply temperature transmitter',
      'Jacket return temperature transmitter',
      'Column head temperature transmitter',
      'Column foot temperature transmitter',
      'Condenser inlet temperature transmitter',
      'Storage tank 1 temperature transmitter',
      'Storage tank 2 temperature transmitter',
      'Cooling water supply temperature transmitter',
      'Cooling water return temperature transmitter',
      'Clean-in-place return temperature transmitter',
      'Autoclave chamber temperature transmitter'
    ],
    interval: 365
  },
  {
    prefix: 'PT',
    category: 'Pressure transmitter',
    quantity: 'pressure',
    unit: 'kPa',
    range: [0, 1000],
    resolution: 0.1,
    tolerance: 2.5,
    reference: 'REF-002',
    nominals: evenly(0, 1000, 11),
    noise: 0.12,
    error: 0.4,
    drift: 0.15,
    degree: 1,
    manufacturers: [
      ['Yokogawa', 'EJX530A'],
      ['Rosemount', '3051S'],
      ['Siemens', 'SITRANS P320']
    ],
    names: [
      'Steam header pressure transmitter',
      'Reactor pressure transmitter',
      'Nitrogen supply pressure transmitter',
      'Compressed air pressure transmitter',
      'Feed pump discharge pressure transmitter',
      'Filter inlet pressure transmitter',
      'Filter outlet pressure transmitter',
      'Boiler feed pressure transmitter',
      'Dosing line pressure transmitter',
      'Heat exchanger inlet pressure transmitter'
    ],
    interval: 365
  },
  {
    prefix: 'PV',
    category: 'Vacuum transmitter',
    quantity: 'absolute pressure',
    unit: 'kPa',
    range: [0, 110],
    resolution: 0.01,
    tolerance: 0.4,
    reference: 'REF-003',
    nominals: evenly(5, 105, 11),
    noise: 0.02,
    error: 0.3,
    drift: 0.1,
    degree: 2,
    manufacturers: [['Pfeiffer', 'CMR 361']],
    names: ['Vacuum line pressure transmitter', 'Dryer vacuum transmitter', 'Evaporator vacuum transmitter'],
    interval: 365
  },
  {
    prefix: 'BAL',
    category: 'Balance',
    quantity: 'mass',
    unit: 'g',
    range: [0, 220],
    resolution: 0.0001,
    tolerance: 0.002,
    reference: 'REF-004',
    nominals: evenly(20, 200, 10),
    noise: 0.00012,
    error: 0.3,
    drift: 0.12,
    degree: 1,
    manufacturers: [
      ['Mettler Toledo', 'XPR205'],
      ['Sartorius', 'Secura 224']
    ],
    names: ['Balance, weighing room 1', 'Balance, weighing room 2', 'Balance, laboratory 1', 'Balance, laboratory 3'],
    interval: 180
  },
  {
    prefix: 'TC',
    category: 'Thermocouple',
    quantity: 'temperature',
    unit: '°C',
    range: [100, 1000],
    resolution: 0.1,
    tolerance: 4,
    reference: 'REF-005',
    nominals: evenly(100, 1000, 10),
    noise: 0.25,
    error: 0.45,
    drift: 0.2,
    degree: 2,
    manufacturers: [
      ['Heraeus', 'Type K'],
      ['JUMO', 'Type N']
    ],
    names: [
      'Furnace zone 1 thermocouple',
      'Furnace zone 2 thermocouple',
      'Furnace zone 3 thermocouple',
      'Kiln entry thermocouple',
      'Kiln exit thermocouple',
      'Flue gas thermocouple'
    ],
    interval: 365
  },
  {
    prefix: 'DMM',
    category: 'Digital multimeter',
    quantity: 'DC voltage',
    unit: 'V',
    range: [-10, 10],
    resolution: 0.0001,
    tolerance: 0.004,
    reference: 'REF-006',
    nominals: evenly(-10, 10, 11),
    noise: 0.0002,
    error: 0.3,
    drift: 0.1,
    degree: 1,
    manufacturers: [
      ['Keysight', '34465A'],
      ['Fluke', '287']
    ],
    names: [
      'Digital multimeter, bench 1',
      'Digital multimeter, bench 2',
      'Digital multimeter, field kit A',
      'Digital multimeter, field kit B'
    ],
    interval: 365
  },
  {
    prefix: 'HT',
    category: 'Humidity transmitter',
    quantity: 'relative humidity',
    unit: '%rh',
    range: [0, 100],
    resolution: 0.1,
    tolerance: 3,
    reference: 'REF-007',
    nominals: evenly(10, 90, 9),
    noise: 0.2,
    error: 0.4,
    drift: 0.2,
    degree: 2,
    manufacturers: [
      ['Vaisala', 'HMT330'],
      ['Rotronic', 'HF5']
    ],
    names: [
      'Cleanroom 1 humidity transmitter',
      'Cleanroom 2 humidity transmitter',
      'Warehouse humidity transmitter',
      'Packaging hall humidity transmitter',
      'Stability chamber humidity transmitter'
    ],
    interval: 365
  },
  {
    prefix: 'FT',
    category: 'Flow transmitter',
    quantity: 'volume flow',
    unit: 'm³/h',
    measuredUnit: 'mA',
    range: [0, 50],
    resolution: 0.001,
    tolerance: 0.35,
    reference: 'REF-008',
    nominals: evenly(5, 50, 10),
    noise: 0.006,
    error: 0.3,
    drift: 0.1,
    degree: 1,
    manufacturers: [
      ['Krohne', 'OPTIFLUX 4300'],
      ['Endress+Hauser', 'Promag P 300']
    ],
    names: [
      'Feed flow transmitter',
      'Reflux flow transmitter',
      'Cooling water flow transmitter',
      'Effluent flow transmitter'
    ],
    interval: 365
  },
  {
    prefix: 'PH',
    category: 'pH meter',
    quantity: 'pH',
    unit: 'pH',
    range: [0, 14],
    resolution: 0.01,
    tolerance: 0.08,
    reference: null,
    nominals: [1.68, 4.01, 4.01, 6.86, 7, 7, 9.18, 10.01, 10.01, 12.45],
    noise: 0.006,
    error: 0.35,
    drift: 0.2,
    degree: 1,
    manufacturers: [['Hach', 'sc1000']],
    names: ['Neutralisation pH meter', 'Effluent pH meter'],
    interval: 180
  },
  {
    prefix: 'LOG',
    category: 'Data logger',
    quantity: 'temperature',
    unit: '°C',
    range: [-30, 60],
    resolution: 0.1,
    tolerance: 0.5,
    reference: 'REF-001',
    nominals: evenly(-30, 60, 7),
    noise: 0.04,
    error: 0.3,
    drift: 0.1,
    degree: 1,
    manufacturers: [['Testo', '176 T4']],
    names: ['Data logger, transport 1', 'Data logger, transport 2'],
    interval: 365,
    channels: ['Probe 1', 'Probe 2', 'Probe 3', 'Probe 4']
  }
];
