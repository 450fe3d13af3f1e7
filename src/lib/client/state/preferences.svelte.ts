import type { AssetView } from '#lib/contracts/asset-views.ts';
import { IGNORED, SHEET_FIELDS, type ColumnUse } from '#lib/records/sheet-fields.ts';

/** A person's choices on this device. Stored with the session, readable before any database is open. */
export type Theme = 'system' | 'light' | 'dark' | 'field';
type Stored = {
  theme: Theme;
  /** The switch in the sidebar; null for all organizations. */
  organizationId: string | null;
  /** Asset → the reference that was used for it last. */
  lastReference: Record<string, string>;
  /** The current round. */
  round: Round | null;
  /** The results chosen in the search, latest first. */
  recent: readonly Visited[];
  /** The saved views of the asset list, as the server last sent them. */
  assetViews: readonly AssetView[];
  /** What columns of imported tables contain, by heading, as it was chosen. */
  sheetColumns: Record<string, ColumnUse>;
  /** Whether a tone sounds when the camera has read a code. */
  scanSound: boolean;
};
type Visited = { readonly href: string; readonly title: string; readonly detail: string };
type Air = { readonly temperature: string; readonly humidity: string; readonly pressure: string };
/** Instruments to calibrate one after the other (ui/round/round.ts). */
type Round = {
  readonly stops: readonly { readonly asset_id: string; readonly channel_id: string | null }[];
  readonly done: readonly string[];
  readonly environment: Air | null;
  readonly reference: string | null;
};

type Owned = { readonly organization_id: string | null };
const ownedBy = ({ organization_id }: Owned, id: string): boolean => organization_id === null || organization_id === id;

const RECENT = 5;
const MOST_COLUMNS = 200;
const USES: readonly unknown[] = [IGNORED, ...SHEET_FIELDS];
const isVisited = (value: unknown): value is Visited =>
  ['href', 'title', 'detail'].every((key) => typeof (value as Record<string, unknown> | null)?.[key] === 'string');
const isView = (value: unknown): value is AssetView =>
  ['id', 'name', 'query', 'filter', 'sort', 'columns'].every(
    (key) => (value as Record<string, unknown> | null)?.[key] != null
  );
const KEY = 'plumbline.preferences';
const THEMES: readonly unknown[] = ['system', 'light', 'dark', 'field'];

function read(): Stored {
  let stored: Partial<Stored> = {};
  try {
    stored = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Stored>;
  } catch {
    // What cannot be read is chosen anew.
  }
  return {
    theme: THEMES.includes(stored.theme) ? (stored.theme as Theme) : 'system',
    organizationId: typeof stored.organizationId === 'string' ? stored.organizationId : null,
    lastReference:
      typeof stored.lastReference === 'object' && stored.lastReference !== null ? stored.lastReference : {},
    round: Array.isArray(stored.round?.stops) && Array.isArray(stored.round.done) ? stored.round : null,
    recent: Array.isArray(stored.recent) ? stored.recent.filter(isVisited).slice(0, RECENT) : [],
    assetViews: Array.isArray(stored.assetViews) ? stored.assetViews.filter(isView) : [],
    sheetColumns: Object.fromEntries(Object.entries(stored.sheetColumns ?? {}).filter(([, use]) => USES.includes(use))),
    scanSound: stored.scanSound !== false
  };
}

const stored = $state<Stored>(
  typeof localStorage === 'undefined'
    ? {
        theme: 'system',
        organizationId: null,
        lastReference: {},
        round: null,
        recent: [],
        assetViews: [],
        sheetColumns: {},
        scanSound: true
      }
    : read()
);
/** Writes what is chosen here, and nothing else: another tab may have begun a round meanwhile. */
function choose(chosen: Partial<Stored>): void {
  Object.assign(stored, chosen);
  localStorage.setItem(KEY, JSON.stringify({ ...read(), ...chosen }));
}
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // Which organization a tab shows is its own matter.
    if (key === KEY) Object.assign(stored, { ...read(), organizationId: stored.organizationId });
  });
}

export const preferences = {
  get theme(): Theme {
    return stored.theme;
  },
  set theme(theme: Theme) {
    choose({ theme });
  },
  get organizationId(): string | null {
    return stored.organizationId;
  },
  set organizationId(id: string | null) {
    choose({ organizationId: id });
  },
  /** Whether a record belongs to the chosen organization, or to all of them. */
  shows(record: Owned): boolean {
    return !stored.organizationId || ownedBy(record, stored.organizationId);
  },
  /** The records of the chosen organization and those that belong to all. */
  shown<T extends Owned>(records: readonly T[]): readonly T[] {
    const { organizationId } = stored;
    return organizationId ? records.filter((record) => ownedBy(record, organizationId)) : records;
  },
  get lastReference(): Readonly<Record<string, string>> {
    return stored.lastReference;
  },
  set lastReference(references: Readonly<Record<string, string>>) {
    choose({ lastReference: { ...references } });
  },
  get round(): Round | null {
    return stored.round;
  },
  set round(round: Round | null) {
    choose({ round });
  },
  get recent(): readonly Visited[] {
    return stored.recent;
  },
  /** Moves the chosen entry to the front. */
  visit(chosen: Visited): void {
    choose({ recent: [chosen, ...stored.recent.filter(({ href }) => href !== chosen.href)].slice(0, RECENT) });
  },
  get assetViews(): readonly AssetView[] {
    return stored.assetViews;
  },
  set assetViews(views: readonly AssetView[]) {
    choose({ assetViews: views });
  },
  get sheetColumns(): Readonly<Record<string, ColumnUse>> {
    return stored.sheetColumns;
  },
  /** Keeps what columns contain; those chosen longest ago are forgotten. */
  rememberColumns(columns: Readonly<Record<string, ColumnUse>>): void {
    const others = Object.entries(stored.sheetColumns).filter(([label]) => !(label in columns));
    choose({ sheetColumns: Object.fromEntries([...others, ...Object.entries(columns)].slice(-MOST_COLUMNS)) });
  },
  get scanSound(): boolean {
    return stored.scanSound;
  },
  set scanSound(on: boolean) {
    choose({ scanSound: on });
  },
  /** At sign-out: the theme stays with the device, the rest belongs to the person. */
  forgetPerson(): void {
    choose({ organizationId: null, lastReference: {}, round: null, recent: [], assetViews: [], sheetColumns: {} });
  }
};
