/**
 * Live views of what is synced, for screens. Call them while a component is initialised; read the getters in markup,
 * `$derived` or `$effect`, and they follow every change, whichever tab or device made it.
 */
import { untrack } from 'svelte';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import type { Location } from '#lib/contracts/locations.ts';
import type { Notification } from '#lib/contracts/notifications.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { UserSummary } from '#lib/contracts/people.ts';
import { locationTree, type LocationTree } from '#lib/laboratory/location-tree.ts';
import type { Procedure } from '#lib/contracts/procedures.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import { device } from '../database/device.ts';
import { findCalibrations, type CalibrationFilter } from './calibration-query.ts';
import { current } from './current.svelte.ts';
import { deriveOrganization } from './derive-organization.ts';

export { loadCalibration } from './load-calibration.ts';

export type SyncedAsset = Asset;
export type SyncedCalibration = CalibrationHeader;
export type SyncedMembership = DocumentOf<'memberships'>;
export type LiveList<T> = { readonly ready: boolean; readonly all: readonly T[] };

const NOTHING = { ready: false, all: [] } as const;

/** All assets of the person's organizations, sorted by identifier, with status and dates derived on the device. */
export const liveAssets = (): LiveList<SyncedAsset> => ({
  get ready() {
    return current.lists?.assets.ready ?? false;
  },
  get all() {
    return current.lists?.assets.all ?? [];
  }
});

/** Whether the lists match the device's database: work that starts from a record waits for it, a list need not. */
export const listsAreCurrent = (): boolean => current.lists?.isCurrent ?? false;

/** The number of days before the due date that count as due soon; a month until it is known. */
export const leadDays = (): number => current.lists?.leadDays ?? 30;

/** Whether several assets on this device have an identifier. */
export const hasNamesakes = (assetId: string): boolean => current.lists?.hasNamesakes(assetId) ?? false;

/** One asset, by UUID, or by an identifier that no other has. */
export function liveAsset(ref: () => string): { readonly ready: boolean; readonly current: SyncedAsset | null } {
  const found = $derived.by(() => {
    const lists = current.lists;
    // Read first: the search itself uses a plain map.
    return lists === null || lists.assets.all.length === 0 ? null : lists.findAsset(ref());
  });
  return {
    get ready() {
      return current.lists?.assets.ready ?? false;
    },
    get current() {
      return found;
    }
  };
}

const live = <C extends 'memberships' | 'locations' | 'procedures' | 'notifications', T>(
  name: C,
  derive: (documents: readonly DocumentOf<C>[]) => readonly T[]
): LiveList<T> => {
  const view = $derived(current.lists?.view(name) ?? (NOTHING as LiveList<DocumentOf<C>>));
  const all = $derived(derive(view.all));
  return {
    get ready() {
      return view.ready;
    },
    get all() {
      return all;
    }
  };
};

const byName = <T extends { readonly name: string }>(documents: readonly T[]): readonly T[] =>
  [...documents].sort((a, b) => a.name.localeCompare(b.name));

export const liveLocations = (): LiveList<Location> => live('locations', byName);
/** The same as a tree. */
export function liveLocationTree(): { readonly tree: LocationTree<Location> } {
  const locations = liveLocations();
  const tree = $derived(locationTree(locations.all));
  return {
    get tree() {
      return tree;
    }
  };
}
export const liveProcedures = (): LiveList<Procedure> => live('procedures', byName);
export const liveMemberships = (): LiveList<SyncedMembership> =>
  live('memberships', (members) => [...members].sort((a, b) => a.user.full_name.localeCompare(b.user.full_name)));
/** Newest first. */
export const liveNotifications = (): LiveList<Notification> =>
  live('notifications', (all) => [...all].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)));

/** Everybody who shares an organization with the person, once each. */
export const livePeople = (): LiveList<UserSummary> =>
  live('memberships', (members) =>
    [...new Map(members.map(({ user }) => [user.id, user])).values()].sort((a, b) =>
      a.full_name.localeCompare(b.full_name)
    )
  );

/** The person's own organizations; the REST API has the others. */
export function liveOrganizations(): LiveList<Organization> {
  const view = $derived(current.lists?.view('organizations') ?? (NOTHING as LiveList<DocumentOf<'organizations'>>));
  const all = $derived.by(() => {
    const memberships = current.lists?.view('memberships').all ?? [];
    const locations = new Map(current.lists?.view('locations').all.map(({ id, name }) => [id, name]));
    const counts = new Map<string, number>();
    for (const { organization_id: id, status } of current.lists?.assets.all ?? []) {
      if (status === 'active') counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return byName(
      view.all.map((document) =>
        deriveOrganization(document, current.user, {
          memberships,
          locationName: (id) => locations.get(id) ?? null,
          assetCount: (id) => counts.get(id) ?? 0
        })
      )
    );
  });
  return {
    get ready() {
      return view.ready;
    },
    get all() {
      return all;
    }
  };
}

/**
 * Synced calibrations: of one asset, newest version first; without `asset_id` the latest recorded of all (50, or `limit`).
 * What is still queued is not among them (queue.svelte.ts). After the filter has changed, the list is what it was and not
 * ready until what it asks for has been read.
 */
export function liveCalibrations(filter: () => CalibrationFilter): LiveList<SyncedCalibration> {
  let view = $state.raw<{ readonly of: string; readonly all: readonly SyncedCalibration[] }>({ of: '', all: [] });
  const asked = $derived(JSON.stringify(filter()));
  $effect(() => {
    const of = asked;
    const wanted = untrack(filter);
    const organizations = current.lists?.view('organizations');
    // Until they are known, every calibration would seem to be somebody else's, and the list empty.
    if (organizations?.ready !== true) return;
    const member = new Set(organizations.all.map(({ id }) => id));
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unsubscribe = () => {};
    const begin = async () => {
      const database = await (await device()).replicated();
      const read = async () => {
        const all = await findCalibrations(database, wanted, (organization) => member.has(organization));
        if (!over) view = { of, all };
      };
      const again = () => {
        clearTimeout(timer);
        timer = setTimeout(() => void read(), 300);
      };
      if (over) return;
      const subscriptions = [database.calibrations, database.certificates].map(({ eventBulks$ }) =>
        eventBulks$.subscribe(again)
      );
      unsubscribe = () => subscriptions.forEach((subscription) => subscription.unsubscribe());
      await read();
    };
    begin().catch((error: unknown) => {
      if (!over) console.error(error);
    });
    return () => {
      over = true;
      clearTimeout(timer);
      unsubscribe();
    };
  });
  return {
    get ready() {
      return view.of === asked;
    },
    get all() {
      return view.all;
    }
  };
}
