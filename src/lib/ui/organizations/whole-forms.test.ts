import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import { changeableKeys, type Description } from '#lib/records/field.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { Procedure } from '#lib/contracts/procedures.ts';
import { LOCATION } from '#lib/records/location.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { fieldValues, pick } from '../../../../tests/support/field-values.ts';
import { NO_PROBLEM } from '../form/explain-error.ts';
import { aLocation } from '../locations/location-fixture.ts';
import { emptyLocation, locationChanges, locationFormOf } from '../locations/location-form.ts';
import LocationFields from '../locations/LocationFields.svelte';
import LocationSpec from '../locations/LocationSpec.svelte';
import { emptyProcedure, procedureChanges, procedureFormOf } from '../procedures/procedure-form.ts';
import ProcedureFields from '../procedures/ProcedureFields.svelte';
import { emptyOrganization, organizationChanges, organizationFormOf } from './organization-form.ts';
import OrganizationFields from './OrganizationFields.svelte';
import OrganizationSpec from './OrganizationSpec.svelte';

beforeAll(async () => {
  addMessages('en', {});
  await init({ fallbackLocale: 'en', initialLocale: 'en', handleMissingMessage: ({ id }) => id });
});

const frame = { isNew: false, online: true, busy: false, problem: NO_PROBLEM, oncancel: () => undefined };
const inputsOf = (html: string) => new Set([...html.matchAll(/ name="([a-z_]+)"/g)].map(([, name]) => name));

test('every field of a location that people change has an input', () => {
  const initial = emptyLocation('o', false);
  const nothing = { organizations: [], parentsOf: () => [], ondelete: () => undefined, onsubmit: () => undefined };
  const inputs = inputsOf(render(LocationFields, { props: { ...frame, ...nothing, initial } }).body);
  expect(changeableKeys(LOCATION).filter((key) => !inputs.has(key))).toEqual([]);
});

test('every field of an organization that people change has an input', () => {
  const initial = emptyOrganization();
  const { body } = render(OrganizationFields, { props: { ...frame, initial, onsubmit: () => undefined } });
  const inputs = inputsOf(body);
  expect(changeableKeys(ORGANIZATION).filter((key) => !inputs.has(key))).toEqual([]);
});

test('every field of a procedure that people change has an input', () => {
  const initial = emptyProcedure('o');
  const props = { ...frame, organizations: [], initial, onsubmit: () => undefined };
  const inputs = inputsOf(render(ProcedureFields, { props }).body);
  /** The inputs of limits and of nominal points are those of their parts. */
  const inParts = new Set<string>(['environment', 'plan']);
  expect([...inputs]).toEqual(expect.arrayContaining(['temperature_c_min']));
  expect(changeableKeys(PROCEDURE).filter((key) => !inputs.has(key) && !inParts.has(key))).toEqual([]);
});

/** A record with a value of every field that people change. */
const filled = (description: Description, turn: number) =>
  fieldValues(description, (key, turn) => `the ${key} ${turn}`).filled(changeableKeys(description), turn);

test('a form that nobody has touched sends every field as it is', () => {
  const location = { ...aLocation('a'), ...filled(LOCATION, 1) };
  expect(locationChanges(locationFormOf(location))).toEqual(filled(LOCATION, 1));

  const procedure = filled(PROCEDURE, 0) as Procedure;
  const { effective_from: _today, ...lasting } = filled(PROCEDURE, 0);
  expect(procedureChanges(procedureFormOf(procedure))).toMatchObject(lasting);

  const organization = filled(ORGANIZATION, 1) as Organization;
  // Who releases is sent only if it was chosen anew, the prefix only if one is typed.
  const sent = organizationChanges(
    { ...organizationFormOf(organization), certificate_prefix: 'AB' },
    emptyOrganization()
  );
  expect(sent).toEqual({ ...filled(ORGANIZATION, 1), certificate_prefix: 'AB' });
});

test('every field that people change is shown on its page if it has a value', () => {
  const silentIn = (description: Description, show: (record: object) => string, elsewhere: readonly string[]) =>
    changeableKeys(description)
      .filter((key) => !elsewhere.includes(key))
      .filter((key) => {
        const record = filled(description, 0);
        return show(record) === show({ ...record, ...pick(filled(description, 1), [key]) });
      });
  const organizationPage = (record: object) => {
    const { location_id } = record as Organization;
    const organization = { ...record, location_name: `Room ${location_id}` } as Organization;
    return render(OrganizationSpec, { props: { organization } }).body;
  };
  // In the heading of the page; the prefix is in no answer.
  expect(silentIn(ORGANIZATION, organizationPage, ['name', 'certificate_prefix'])).toEqual([]);
  const locationPage = (record: object) =>
    render(LocationSpec, { props: { location: { ...aLocation('a'), ...record }, owner: null } }).body;
  // In the heading, and in the path to it.
  expect(silentIn(LOCATION, locationPage, ['name', 'parent_id'])).toEqual([]);
});
