import { addMessages, init } from 'svelte-i18n';
import { render } from 'svelte/server';
import { beforeAll, expect, test } from 'vitest';
import { changeableKeys } from '#lib/records/field.ts';
import { LOCATION } from '#lib/records/location.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { NO_PROBLEM } from '../form/explain-error.ts';
import { emptyLocation } from '../locations/location-form.ts';
import LocationFields from '../locations/LocationFields.svelte';
import { emptyOrganization } from './organization-form.ts';
import OrganizationFields from './OrganizationFields.svelte';

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
