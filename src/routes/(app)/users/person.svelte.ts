import { call } from '#lib/client/api/call.ts';
import { ApiError } from '#lib/client/api/api-error.ts';
import { livePeople } from '#lib/client/state/collections.svelte.ts';
import { session } from '#lib/client/session/session.svelte.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { PersonRecord } from '#lib/ui/people/person-record.ts';

/**
 * A person by id: at once what the device knows of colleagues and oneself, then the server's record, which an admin sees whole.
 * Call inside component initialisation.
 */
export function livePerson(id: () => string) {
  const people = livePeople();
  let fetched = $state.raw<PersonRecord | null>(null);
  let missing = $state<string | null>(null);
  let answered = $state(false);

  $effect(() => {
    const wanted = id();
    answered = false;
    if (!syncStatus.online) return;
    const abort = new AbortController();
    call('getUser', { params: { id: wanted }, signal: abort.signal }).then(
      (person) => {
        fetched = person;
        answered = true;
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        if (error instanceof ApiError && error.status < 500) missing = wanted;
        answered = true;
      }
    );
    return () => abort.abort();
  });

  const known = $derived.by((): PersonRecord | null => {
    if (fetched?.id === id()) return fetched;
    if (session.user?.id === id()) return session.user;
    return people.all.find((person) => person.id === id()) ?? null;
  });
  return {
    get current(): PersonRecord | null {
      return known;
    },
    /** Nobody is known by this id: `unknown` says the server, `offline` means that it was not asked. */
    get state(): 'known' | 'loading' | 'unknown' | 'offline' {
      if (known !== null) return 'known';
      if (missing === id()) return 'unknown';
      return syncStatus.online && !answered ? 'loading' : 'offline';
    },
    /** Shows what an edit answered. */
    show(person: PersonRecord): void {
      fetched = person;
    }
  };
}
