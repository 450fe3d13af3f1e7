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
  { key: 'organization', href: '/organizations/new', done: has.organizations > 0 },
  { key: 'lab', href: '/locations?new=lab', done: has.labs > 0 },
  { key: 'reference', href: '/assets/new?reference=1', done: has.references > 0 },
  { key: 'asset', href: '/assets/new', done: has.assets > has.references },
  { key: 'calibration', href: '/assets', done: has.calibrations > 0 }
];
