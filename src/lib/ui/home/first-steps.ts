export type FirstStep = {
  readonly key: 'organization' | 'lab' | 'reference' | 'asset' | 'calibration';
  readonly href: string;
  readonly done: boolean;
};
type Laboratory = {
  readonly organizations: number;
  readonly labs: number;
  readonly references: number;
  readonly assets: number;
  readonly calibrations: number;
};

/** The way from an empty installation to a first calibration, in the order in which each step needs the one before. */
export const firstSteps = (has: Laboratory): readonly FirstStep[] => [
  { key: 'organization', href: PLACES.organization, done: has.organizations > 0 },
  { key: 'lab', href: PLACES.lab, done: has.labs > 0 },
  { key: 'reference', href: PLACES.reference, done: has.references > 0 },
  { key: 'asset', href: PLACES.asset, done: has.assets > has.references },
  { key: 'calibration', href: '/assets', done: has.calibrations > 0 }
];

/** Where the steps are taken. The mark `first` tells each place that the next step follows when it is done. */
const PLACES = {
  organization: '/organizations/new?first=1',
  lab: '/locations?new=lab&first=1',
  reference: '/assets/new?reference=1&first=1',
  asset: '/assets/new?first=1'
} as const;

/** Whether the place with this address is visited as a step of the first run. */
export const isFirstRun = (url: URL): boolean => url.searchParams.get('first') === '1';

/** Where the step after one is taken. */
export const placeAfter = (step: 'organization' | 'lab' | 'reference'): string =>
  ({ organization: PLACES.lab, lab: PLACES.reference, reference: PLACES.asset })[step];

/** Where an asset that was just registered is calibrated, as a step of the first run. */
export const firstCalibrationOf = (assetId: string): string =>
  `/assets/${encodeURIComponent(assetId)}/calibrate?first=1`;
