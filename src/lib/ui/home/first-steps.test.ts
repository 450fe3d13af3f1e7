import { describe, expect, it } from 'vitest';
import { FIRST_STEPS, firstRun, nextStep, type Registry } from './first-steps.ts';

const EMPTY: Registry = { role: 'superadmin', organizations: [], locations: [], assets: [], calibrations: [] };
const own = { id: 'o', is_demonstration: false, my_role: 'admin' } as const;
const asset = (id: string, is_reference: boolean, organization_id = 'o') =>
  ({ id, asset_id: id, is_reference, organization_id, status: 'active' }) as const;
const calibrationOf = (id: string) => ({ asset: { id }, voided: null });
const doneOf = (given: Partial<Registry>) =>
  firstRun({ ...EMPTY, ...given })
    ?.filter(({ done }) => done)
    .map(({ key }) => key);

describe('firstRun', () => {
  it('follows what exists, step by step, and ends with the first calibration of an instrument', () => {
    const lab = { organization_id: 'o', is_calibration_lab: true };
    const standing = { organizations: [own], locations: [lab] };
    const assets = [asset('REF', true), asset('TT', false)];
    expect(doneOf({})).toEqual([]);
    expect(doneOf({ organizations: [own] })).toEqual(['organization']);
    expect(doneOf(standing)).toEqual(['organization', 'lab']);
    expect(doneOf({ ...standing, assets: assets.slice(0, 1) })).toEqual(['organization', 'lab']);
    expect(doneOf({ ...standing, assets: assets.slice(0, 1), calibrations: [calibrationOf('REF')] })).toEqual([
      'organization',
      'lab',
      'reference'
    ]);
    expect(doneOf({ ...standing, assets, calibrations: [calibrationOf('REF')] })).toEqual(FIRST_STEPS.slice(0, 4));
    expect(doneOf({ ...standing, assets, calibrations: [calibrationOf('TT')] })).toBeUndefined();
    expect(doneOf({ ...standing, assets, calibrations: [{ ...calibrationOf('TT'), voided: {} }] })).toContain('asset');
  });

  it('goes on where it was left: with the reference or the instrument that is already registered', () => {
    const assets = [asset('REF 1', true), asset('TT', false)];
    const steps = firstRun({ ...EMPTY, organizations: [own], assets });
    expect(steps?.map(({ href }) => href).slice(2)).toEqual([
      '/assets/REF%201/calibrate?first=1',
      '/assets/new?first=1',
      '/assets/TT/calibrate?first=1'
    ]);
  });

  it('is not for viewers, nor for whoever joins an organization of others', () => {
    expect(doneOf({ role: 'viewer' })).toBeUndefined();
    expect(doneOf({ role: 'technician', organizations: [{ ...own, my_role: 'member' }] })).toBeUndefined();
    expect(doneOf({ role: 'technician', organizations: [{ ...own, my_role: null }] })).toBeUndefined();
    expect(doneOf({ role: 'technician' })).toEqual([]);
  });

  it('does not take the demonstration for a laboratory of one’s own', () => {
    const demonstration = { id: 'd', is_demonstration: true, my_role: 'admin' } as const;
    const assets = [asset('REF', true, 'd'), asset('TT', false, 'd')];
    const calibrations = [calibrationOf('REF'), calibrationOf('TT')];
    expect(doneOf({ organizations: [demonstration], assets, calibrations })).toEqual([]);
  });
});

describe('nextStep', () => {
  it('passes over what is done or skipped', () => {
    const steps = firstRun({ ...EMPTY, organizations: [own] }) ?? [];
    expect(nextStep(steps, [])?.key).toBe('lab');
    expect(nextStep(steps, ['lab', 'reference'])?.key).toBe('asset');
    expect(nextStep(steps, FIRST_STEPS)).toBeNull();
  });

  it('is none for whoever skips the organization, which all others need, until there is one', () => {
    expect(nextStep(firstRun(EMPTY) ?? [], [])?.key).toBe('organization');
    expect(nextStep(firstRun(EMPTY) ?? [], ['organization'])).toBeNull();
    expect(nextStep(firstRun({ ...EMPTY, organizations: [own] }) ?? [], ['organization'])?.key).toBe('lab');
  });
});
