import type { Slice } from './drawing.ts';

export type PlacedSlice = { readonly slice: Slice; readonly y: number };

/**
 * Distributes slices over pages of that height. Slices that must stay with the next move with it; a table's head is
 * repeated at the top, its foot at the bottom; `fill` takes the rest of its page. A slice taller than a page gets a page of its own.
 */
export function paginate(slices: readonly Slice[], pageHeight: number): readonly (readonly PlacedSlice[])[] {
  const pages: PlacedSlice[][] = [];
  let page: Slice[] = [];
  let used = 0;
  const close = () => {
    const foot = page.at(-1)?.foot;
    if (foot) page.push(foot);
    pages.push(placeOn(page, pageHeight));
    page = [];
    used = 0;
  };
  for (const group of keptTogether(slices)) {
    const height = group.reduce((sum, slice) => sum + slice.height, 0) + (group.at(-1)?.foot?.height ?? 0);
    if (page.length > 0 && used + height > pageHeight + 0.01) close();
    for (const slice of group) {
      if (slice.pageBreak === true) {
        if (page.length > 0) close();
        continue;
      }
      if (page.length === 0 && slice.space === true) continue;
      // Groups taller than a page break inside.
      if (page.length > 0 && used + slice.height + (slice.foot?.height ?? 0) > pageHeight + 0.01) close();
      if (page.length === 0 && slice.head) {
        page.push(slice.head);
        used += slice.head.height;
      }
      page.push(slice);
      used += slice.height;
    }
  }
  if (page.length > 0 || pages.length === 0) close();
  return pages;
}

function keptTogether(slices: readonly Slice[]): readonly (readonly Slice[])[] {
  const groups: Slice[][] = [];
  let open: Slice[] | null = null;
  for (const slice of slices) {
    if (open) open.push(slice);
    else groups.push((open = [slice]));
    // Space and fill before a kept slice may remain on the previous page.
    if (slice.keepWithNext !== true) open = null;
  }
  return groups;
}

function placeOn(slices: readonly Slice[], pageHeight: number): PlacedSlice[] {
  const used = slices.reduce((sum, slice) => sum + slice.height, 0);
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
