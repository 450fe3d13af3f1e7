import { evenly, type Family } from './family.ts';

/** Instruments for pressure, flow, mass, pH and electricity. */
export const PROCESS_FAMILIES: readonly Family[] = [
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
    nominals: evenly(10, 110, 11),
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
    isSteady: true,
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
    prefix: 'FT',
    category: 'Flow transmitter',
    quantity: 'volume flow',
    unit: 'm³/h',
    measuredUnit: 'mA',
    signal: [4, 20],
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
    nominals: [2, 4, 7, 10, 2, 4, 7, 10, 2, 4, 7, 10],
    isSteady: true,
    noise: 0.012,
    error: 0.35,
    drift: 0.2,
    degree: 1,
    manufacturers: [['Hach', 'sc1000']],
    names: ['Neutralisation pH meter', 'Effluent pH meter'],
    interval: 180
  }
];
