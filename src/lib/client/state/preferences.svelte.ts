/** What a person has chosen on this device. Kept beside the session, readable before any database is open. */
export type Theme = 'system' | 'light' | 'dark' | 'field';
type Stored = {
  theme: Theme;
  /** The switch in the sidebar; null for all organizations. */
  organizationId: string | null;
  /** Asset → the reference that was used for it last. */
  lastReference: Record<string, string>;
};

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
    lastReference: typeof stored.lastReference === 'object' && stored.lastReference !== null ? stored.lastReference : {}
  };
}

const stored = $state<Stored>(
  typeof localStorage === 'undefined' ? { theme: 'system', organizationId: null, lastReference: {} } : read()
);
const write = () => localStorage.setItem(KEY, JSON.stringify(stored));

export const preferences = {
  get theme(): Theme {
    return stored.theme;
  },
  set theme(theme: Theme) {
    stored.theme = theme;
    write();
  },
  get organizationId(): string | null {
    return stored.organizationId;
  },
  set organizationId(id: string | null) {
    stored.organizationId = id;
    write();
  },
  get lastReference(): Readonly<Record<string, string>> {
    return stored.lastReference;
  },
  set lastReference(references: Readonly<Record<string, string>>) {
    stored.lastReference = { ...references };
    write();
  },
  /** At sign-out: the theme stays with the device, the rest went with the person. */
  forgetPerson(): void {
    stored.organizationId = null;
    stored.lastReference = {};
    write();
  }
};
