import { evenly, type Family } from './family.ts';

/** Instruments for temperature and humidity. */
export const CLIMATE_FAMILIES: readonly Family[] = [
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
