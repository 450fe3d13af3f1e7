import { horizontal, type Slice } from './drawing.ts';
import { movedDown } from './line-skips.ts';

export type PlacedSlice = { readonly slice: Slice; readonly y: number };

/**
 * Distributes slices over pages of that height. Slices that must stay with the next move with it; a table's head is
 * repeated at the top, its foot at the bottom; `fill` takes the rest of its page; notes are at the foot of the page that has their slice.
 * A slice taller than a page gets a page of its own.
 */
export function paginate(slices: readonly Slice[], pageHeight: number): readonly (readonly PlacedSlice[])[] {
  const pages: PlacedSlice[][] = [];
  let page: Slice[] = [];
  let used = 0;
  let notes: readonly Slice[] = [];
  /** The page began with the head of a table that the page before has more of. */
  let isContinued = false;
  const close = () => {
    const foot = page.at(-1)?.foot;
    if (foot) page.push(foot);
    const room = pageHeight - notesHeight(notes);
    pages.push([...placeOn(page, room), ...placeNotes(notes, room)]);
    page = [];
    used = 0;
    notes = [];
    isContinued = false;
  };
  /** Whether the page has room for so much more, with its notes and those of these slices. */
  const fits = (height: number, more: readonly Slice[]) =>
    used + height + notesHeight([...notes, ...notesOf(more)]) <= pageHeight + 0.01;
  for (const group of keptTogether(slices)) {
    const last = group.at(-1);
    const height = group.reduce((sum, slice) => sum + slice.height, 0) + belowOf(last, isContinued);
    if (page.length > 0 && !fits(height, group)) close();
    for (const given of group) {
      const slice = page.length === 0 && given.atTop !== undefined ? movedDown(given, given.atTop) : given;
      if (slice.pageBreak === true) {
        if (page.length > 0) close();
        continue;
      }
      if (page.length === 0 && slice.space === true) continue;
      // Groups taller than a page break inside.
      if (page.length > 0 && !fits(slice.height + belowOf(slice, isContinued), [slice])) close();
      if (page.length === 0 && slice.head) {
        page.push(slice.head);
        used += slice.head.height;
        isContinued = true;
      }
      page.push(slice);
      used += slice.height;
      notes = [...notes, ...notesOf([slice])];
    }
  }
  if (page.length > 0 || pages.length === 0) close();
  return pages;
}

/**
 * What a page needs more if it ends with this slice, or less: the letters of the last line may hang below it. On the page that a table with
 * a foot begins on, longtable.sty allows it of the foot alone (`\maxdepth`).
 */
function belowOf(slice: Slice | undefined, isContinued: boolean): number {
  const { foot, hangs = 0 } = slice ?? {};
  return foot ? foot.height - (foot.hangs ?? 0) - (isContinued ? hangs : 0) : -hangs;
}

/** Above the first note of a page, as LaTeX has it: space, a line, and less space. */
const NOTE_RULE: Slice = {
  height: 9,
  drawings: [horizontal(0, 6, 180, { width: 0.4, color: [0, 0, 0] })]
};

const notesOf = (slices: readonly Slice[]): readonly Slice[] => slices.flatMap(({ notes }) => notes ?? []);

const notesHeight = (notes: readonly Slice[]): number =>
  notes.length === 0 ? 0 : notes.reduce((sum, { height }) => sum + height, NOTE_RULE.height);

function placeNotes(notes: readonly Slice[], top: number): readonly PlacedSlice[] {
  if (notes.length === 0) return [];
  let y = top;
  return [NOTE_RULE, ...notes].map((slice) => {
    const placed = { slice, y };
    y += slice.height;
    return placed;
  });
}

function keptTogether(slices: readonly Slice[]): readonly (readonly Slice[])[] {
  const groups: Slice[][] = [];
  let open: Slice[] | null = null;
  for (const slice of slices) {
    const follows = open !== null;
    if (open) open.push(slice);
    else groups.push((open = [slice]));
    // Space and fill before a kept slice may remain on the previous page; space after one is no place for a break, as in TeX.
    if (slice.keepWithNext !== true && !(follows && slice.space === true)) open = null;
  }
  return groups;
}

function placeOn(slices: readonly Slice[], pageHeight: number): PlacedSlice[] {
  const used = slices.reduce((sum, slice) => sum + slice.height, 0) - (slices.at(-1)?.hangs ?? 0);
  const fills = slices.filter((slice) => slice.fill === true).length;
  const share = fills > 0 ? Math.max(0, pageHeight - used) / fills : 0;
  let y = 0;
  return slices.map((slice) => {
    if (slice.fill === true) y += share;
    const placed = { slice, y };
    y += slice.height;
    return placed;
  });
}
