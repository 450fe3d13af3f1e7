import { liveOrganizations } from '#lib/client/state/collections.svelte.ts';
import { preferences } from '#lib/client/state/preferences.svelte.ts';
import { mayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { acting } from './acting.svelte.ts';

/** The organizations whose records the person may edit, to choose from. Call inside component initialisation. */
export function ownOrganizations() {
  const organizations = liveOrganizations();
  const actor = acting();
  const options = $derived(
    organizations.all
      .filter(({ id }) => actor.person !== null && mayEditRecordsOf(actor.person, id))
      // Nobody means the demonstration unless they choose it.
      .sort((a, b) => Number(a.is_demonstration) - Number(b.is_demonstration))
      .map(({ id, name }) => ({ value: id, label: name }))
  );
  const preferred = $derived(options.find(({ value }) => value === preferences.organizationId) ?? options[0]);
  return {
    get options() {
      return options;
    },
    /** The one that the person works in, otherwise the first. */
    get preferred() {
      return preferred;
    },
    get ready(): boolean {
      return organizations.ready && actor.person !== null;
    }
  };
}
