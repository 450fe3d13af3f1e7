/**
 * The laboratory's eight references, each calibrated externally every two years, by laboratories that do not exist: no institute is named as
 * the source of what it never certified.
 */
export type ReferenceStandard = {
  readonly assetId: string;
  readonly name: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly quantity: string;
  readonly unit: string;
  readonly range: readonly [number, number];
  readonly resolution: number;
  readonly expandedUncertainty: number;
  readonly laboratory: string;
};

const standard = (
  assetId: string,
  name: string,
  [manufacturer, model]: readonly [string, string],
  [quantity, unit]: readonly [string, string],
  range: readonly [number, number],
  resolution: number,
  expandedUncertainty: number,
  laboratory: string
): ReferenceStandard => ({
  assetId,
  name,
  manufacturer,
  model,
  quantity,
  unit,
  range,
  resolution,
  expandedUncertainty,
  laboratory
});

export const REFERENCES: readonly ReferenceStandard[] = [
  standard(
    'REF-001',
    'Pt100 SPRT',
    ['Fluke', '5626'],
    ['temperature', '°C'],
    [-200, 420],
    0.001,
    0.03,
    'Harbour Metrology Institute'
  ),
  standard(
    'REF-002',
    'Pressure balance',
    ['DH Instruments', 'PG7601'],
    ['pressure', 'kPa'],
    [0, 7000],
    0.01,
    0.15,
    'Eastern Institute of Measurement'
  ),
  standard(
    'REF-003',
    'Digital barometer',
    ['Paroscientific', '745'],
    ['absolute pressure', 'kPa'],
    [0, 160],
    0.001,
    0.02,
    'Eastern Institute of Measurement'
  ),
  standard(
    'REF-004',
    'Weight set, class E2',
    ['Häfner', 'E2 1 g to 200 g'],
    ['mass', 'g'],
    [0, 220],
    0.00001,
    0.0003,
    'Harbour Metrology Institute'
  ),
  standard(
    'REF-005',
    'Type S thermocouple',
    ['Isotech', '1600'],
    ['temperature', '°C'],
    [0, 1600],
    0.01,
    0.5,
    'Harbour Metrology Institute'
  ),
  standard(
    'REF-006',
    'Multifunction calibrator',
    ['Fluke', '5522A'],
    ['DC voltage', 'V'],
    [-1000, 1000],
    0.000001,
    0.0003,
    'Calder Calibration Ltd'
  ),
  standard(
    'REF-007',
    'Chilled-mirror hygrometer',
    ['MBW', '473'],
    ['relative humidity', '%rh'],
    [0, 100],
    0.01,
    0.5,
    'Eastern Institute of Measurement'
  ),
  standard(
    'REF-008',
    'Master flow meter',
    ['Emerson', 'CMF200'],
    ['volume flow', 'm³/h'],
    [0, 80],
    0.001,
    0.05,
    'Riverside Hydraulics Laboratory'
  )
];
