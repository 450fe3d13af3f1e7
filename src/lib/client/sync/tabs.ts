import type { CollectionName } from '#sync/protocol/collections.ts';
import type { SyncState } from './sync-state.ts';

/** The messages between the tabs of one user on one device. */
export type TabMessage =
  /** To the leader: send and pull now. */
  | { readonly type: 'wake'; readonly collections?: readonly CollectionName[] }
  /** To the leader: say how things stand. */
  | { readonly type: 'ask' }
  /** From the leader. */
  | { readonly type: 'state'; readonly state: SyncState };

export type Tabs = {
  readonly post: (message: TabMessage) => void;
  readonly close: () => void;
};

/** Joins the channel of a user's tabs. A tab does not receive its own messages. */
export function joinTabs(userId: string, hear: (message: TabMessage) => void): Tabs {
  const channel = new BroadcastChannel(`plumbline-${userId}`);
  channel.onmessage = (event: MessageEvent<TabMessage>) => hear(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
