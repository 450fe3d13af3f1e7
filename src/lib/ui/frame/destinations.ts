import Bell from '@lucide/svelte/icons/bell';
import Building from '@lucide/svelte/icons/building-2';
import CalendarDays from '@lucide/svelte/icons/calendar-days';
import ChartSpline from '@lucide/svelte/icons/chart-spline';
import ClipboardList from '@lucide/svelte/icons/clipboard-list';
import Gauge from '@lucide/svelte/icons/gauge';
import History from '@lucide/svelte/icons/history';
import House from '@lucide/svelte/icons/house';
import Inbox from '@lucide/svelte/icons/inbox';
import MapPin from '@lucide/svelte/icons/map-pin';
import Menu from '@lucide/svelte/icons/menu';
import ScanLine from '@lucide/svelte/icons/scan-line';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import UserRound from '@lucide/svelte/icons/user-round';
import Undo from '@lucide/svelte/icons/undo-2';
import Users from '@lucide/svelte/icons/users';
import { may, type Standing } from '#lib/laboratory/permissions.ts';

export type Destination = {
  readonly href: string;
  /** Key of its name in the dictionaries. */
  readonly name: string;
  readonly icon: typeof House;
  /** Which counter stands beside it. */
  readonly count?: 'queue' | 'unread';
  /** Who is led there; everybody where it is left out. */
  readonly isFor?: (standing: Standing) => boolean;
};

const home: Destination = { href: '/', name: 'frame.nav.home', icon: House };
const assets: Destination = { href: '/assets', name: 'frame.nav.assets', icon: Gauge };
const calibrations: Destination = { href: '/calibrations', name: 'frame.nav.calibrations', icon: ChartSpline };
const calendar: Destination = { href: '/calendar', name: 'frame.nav.calendar', icon: CalendarDays };
const scan: Destination = { href: '/scan', name: 'frame.nav.scan', icon: ScanLine };
const queue: Destination = { href: '/queue', name: 'frame.nav.queue', icon: Inbox, count: 'queue' };
const notifications: Destination = {
  href: '/notifications',
  name: 'frame.nav.notifications',
  icon: Bell,
  count: 'unread'
};
const locations: Destination = { href: '/locations', name: 'frame.nav.locations', icon: MapPin };
const procedures: Destination = { href: '/procedures', name: 'frame.nav.procedures', icon: ClipboardList };
const people: Destination = { href: '/people', name: 'frame.nav.people', icon: Users };
const organizations: Destination = { href: '/organizations', name: 'frame.nav.organizations', icon: Building };
const recalls: Destination = {
  href: '/recalls',
  name: 'frame.nav.recalls',
  icon: Undo,
  isFor: (standing) => [...standing.memberships.keys()].some((id) => may(standing, 'recalls.manage', id))
};
const audit: Destination = {
  href: '/audit',
  name: 'frame.nav.audit',
  icon: History,
  isFor: (standing) =>
    may(standing, 'instance_history.read') ||
    [...standing.memberships.keys()].some((id) => may(standing, 'history.read', id))
};
const administration: Destination = {
  href: '/admin',
  name: 'frame.nav.administration',
  icon: SlidersHorizontal,
  isFor: (standing) => may(standing, 'settings.manage')
};
const profile: Destination = { href: '/profile', name: 'frame.nav.profile', icon: UserRound };
const more: Destination = { href: '/more', name: 'frame.nav.more', icon: Menu, count: 'unread' };

/** The sidebar in two groups: what is done every day, what is set up. */
export const SIDEBAR: readonly (readonly Destination[])[] = [
  [home, assets, calibrations, calendar, queue, notifications],
  [locations, procedures, people, organizations, recalls, audit, administration]
];
/** The five within thumb's reach. */
export const TAB_BAR: readonly Destination[] = [home, assets, scan, queue, more];
/** What the bottom bar has no room for. */
export const MORE: readonly Destination[] = [
  calibrations,
  calendar,
  notifications,
  locations,
  procedures,
  people,
  organizations,
  recalls,
  audit,
  administration,
  profile
];
/** Everything that the search offers as a place to go. */
export const PLACES: readonly Destination[] = [
  home,
  assets,
  calibrations,
  calendar,
  scan,
  queue,
  notifications,
  locations,
  procedures,
  people,
  organizations,
  recalls,
  audit,
  administration,
  profile
];

/** Those of them that somebody is led to; before it is known who it is, those for everybody. */
export const openTo = (places: readonly Destination[], standing: Standing | null): readonly Destination[] =>
  places.filter(({ isFor }) => isFor === undefined || (standing !== null && isFor(standing)));

/** Whether a place contains the page shown. A person's address is not below that of the list of people. */
export function isWithin(href: string, pathname: string): boolean {
  if (href === '/') return pathname === '/';
  if (href === '/people' && pathname.startsWith('/users/')) return true;
  return pathname === href || pathname.startsWith(`${href}/`);
}
