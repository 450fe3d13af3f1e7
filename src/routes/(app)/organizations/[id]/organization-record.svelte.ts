import { call, callPage, callPages } from '#lib/client/api/call.ts';
import { liveMemberships, liveNotifications, liveOrganizations } from '#lib/client/state/collections.svelte.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';
import type { JoinRequest } from '#lib/contracts/membership.ts';
import type { Member, Organization, SigningCertificate, VisibleOrganization } from '#lib/contracts/organizations.ts';

const MOST_AT_ONCE = 500;

/**
 * One organization for its page: what the device holds at once, and from the server what it does not hold (others' organizations,
 * the logo's address, requests, the signing certificate). Call while the page is initialised.
 */
export function organizationRecord(id: () => string, canManage: () => boolean) {
  const organizations = liveOrganizations();
  const memberships = liveMemberships();
  const notifications = liveNotifications();
  let remote = $state.raw<VisibleOrganization | null>(null);
  let roster = $state.raw<{ readonly of: string; readonly members: readonly Member[] } | null>(null);
  let requests = $state.raw<readonly JoinRequest[]>([]);
  let certificate = $state.raw<SigningCertificate | null | undefined>(undefined);
  let answered = $state(false);

  const local = $derived(organizations.all.find((known) => known.id === id()) ?? null);
  const asked = $derived(remote?.id === id() ? remote : null);
  const shown = $derived.by((): VisibleOrganization | null => {
    if (local === null || asked === null || !('asset_count' in asked)) return asked ?? local;
    // Live where the device follows it; the rest only the server tells.
    const { logo_url, has_pending_join_request, location_name } = asked;
    return { ...local, logo_url, has_pending_join_request, location_name: local.location_name ?? location_name };
  });
  const held = $derived(memberships.all.filter(({ organization_id }) => organization_id === id()));
  const heldState = $derived(held.map(({ user, role, may_release }) => `${user.id} ${role} ${may_release}`).join());

  const none = () => {};
  async function readOrganization(signal?: AbortSignal) {
    try {
      remote = await call('getOrganization', { params: { id: id() }, ...(signal && { signal }) });
    } finally {
      if (!signal?.aborted) answered = true;
    }
  }
  async function readMembers(signal?: AbortSignal) {
    const of = id();
    const { items: members } = await callPages('listMembers', { params: { id: of }, ...(signal && { signal }) });
    roster = { of, members };
  }
  async function readRequests(signal?: AbortSignal) {
    const { items } = await callPage('listJoinRequests', {
      params: { id: id() },
      query: { limit: MOST_AT_ONCE },
      ...(signal && { signal })
    });
    requests = items;
  }

  async function readCertificate(signal?: AbortSignal) {
    certificate = await call('getSigningCertificate', { params: { id: id() }, ...(signal && { signal }) });
  }

  const whileOnline = (read: (signal: AbortSignal) => Promise<unknown>) => {
    if (!syncStatus.online || id() === '') return;
    const abort = new AbortController();
    read(abort.signal).catch(none);
    return () => abort.abort();
  };
  $effect(() => whileOnline(readOrganization));
  $effect(() => {
    void heldState;
    return whileOnline(readMembers);
  });
  $effect(() => {
    // A request is told by a notification, an approval by a member: the list follows both.
    void notifications.all.length;
    void heldState;
    return canManage() ? whileOnline(readRequests) : undefined;
  });
  $effect(() => whileOnline(readCertificate));

  return {
    get ready(): boolean {
      return organizations.ready && (answered || !syncStatus.online);
    },
    /** Whole, or no more than a name; null where nothing is known. */
    get shown(): VisibleOrganization | null {
      return shown;
    },
    get members(): readonly Member[] {
      return roster?.of === id() ? roster.members : held;
    },
    get requests(): readonly JoinRequest[] {
      return requests;
    },
    get certificate(): SigningCertificate | null | undefined {
      return certificate;
    },
    take(organization: Organization): void {
      remote = organization;
    },
    /** After a change: what the server has now; sync brings it to the device. */
    async refresh(): Promise<void> {
      syncStatus.syncNow();
      await Promise.all([
        readOrganization().catch(none),
        readMembers().catch(none),
        readCertificate().catch(none),
        canManage() ? readRequests().catch(none) : null
      ]);
    }
  };
}
