import type { GlobalRole } from '#lib/contracts/primitives.ts';
import { assetHref } from '../frame/asset-href.ts';

/** The way from an empty installation to a first certificate, in the order in which each step needs the one before. */
export const FIRST_STEPS = ['organization', 'lab', 'reference', 'asset', 'calibration'] as const;
export type StepKey = (typeof FIRST_STEPS)[number];
export type FirstStep = {
  readonly key: StepKey;
  /** Where it is taken. */
  readonly href: string;
  readonly done: boolean;
};

type Owned = { readonly organization_id: string | null };
/** What the device knows. */
export type Registry = {
  readonly role: GlobalRole;
  readonly organizations: readonly {
    readonly id: string;
    readonly is_demonstration: boolean;
    readonly my_role: 'member' | 'admin' | null;
  }[];
  readonly locations: readonly (Owned & { readonly is_calibration_lab: boolean })[];
  readonly assets: readonly (Owned & {
    readonly id: string;
    readonly asset_id: string;
    readonly is_reference: boolean;
    readonly status: 'active' | 'retired';
  })[];
  readonly calibrations: readonly { readonly asset: { readonly id: string }; readonly voided: unknown }[];
};

/**
 * The steps for whoever sets up a laboratory; null for everybody else, and once an instrument has been calibrated. What is done follows
 * from the records themselves. Whoever joins an organization that others administer, and viewers, have nothing to set up; the
 * demonstration does not count.
 */
export function firstRun({ role, organizations, ...known }: Registry): readonly FirstStep[] | null {
  const real = organizations.filter((one) => !one.is_demonstration);
  const own = new Set(real.filter(({ my_role }) => my_role === 'admin').map(({ id }) => id));
  if (role === 'viewer' || (own.size === 0 && real.length > 0)) return null;
  const isOwn = ({ organization_id }: Owned) => organization_id !== null && own.has(organization_id);
  const assets = known.assets.filter((asset) => isOwn(asset) && asset.status === 'active');
  const references = assets.filter(({ is_reference }) => is_reference);
  const instruments = assets.filter(({ is_reference }) => !is_reference);
  const calibrated = new Set(known.calibrations.filter(({ voided }) => voided === null).map(({ asset }) => asset.id));
  const isCalibrated = ({ id }: { readonly id: string }) => calibrated.has(id);
  if (instruments.some(isCalibrated)) return null;
  const [reference] = references;
  const [instrument] = instruments;
  return [
    { key: 'organization', href: PLACES.organization, done: own.size > 0 },
    { key: 'lab', href: PLACES.lab, done: known.locations.some((place) => place.is_calibration_lab && isOwn(place)) },
    {
      key: 'reference',
      href: reference ? firstCalibrationOf(reference) : PLACES.reference,
      done: references.some(isCalibrated)
    },
    { key: 'asset', href: PLACES.asset, done: instrument !== undefined },
    { key: 'calibration', href: instrument ? firstCalibrationOf(instrument) : PLACES.asset, done: false }
  ];
}

/**
 * The step to take next; null if all that is left was skipped. All other steps need an organization, so whoever skips that one has no
 * next step until there is one.
 */
export function nextStep(steps: readonly FirstStep[], skipped: readonly string[]): FirstStep | null {
  const next = steps.find(({ key, done }) => !done && !skipped.includes(key)) ?? null;
  return next === null || next === steps[0] || hasOrganization(steps) ? next : null;
}

/** Whether the steps after the first can be taken: everything that they make belongs to an organization. */
export const hasOrganization = (steps: readonly FirstStep[]): boolean => steps[0]?.done === true;

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
export const firstCalibrationOf = (asset: { readonly id: string; readonly asset_id: string }): string =>
  assetHref(asset, '/calibrate?first=1');
