import type { Call } from './call.ts';
import { PT } from './lengths.ts';
import { readOptions } from './options.ts';
import { PAPERS, turned, type Paper, type PaperName } from './paper.ts';
import type { Tex } from './parse-source.ts';

type Sides = { left?: number; right?: number; top?: number; bottom?: number; width?: number; height?: number };

const SIDES: Readonly<Record<string, readonly (keyof Sides)[]>> = {
  margin: ['left', 'right', 'top', 'bottom'],
  hmargin: ['left', 'right'],
  vmargin: ['top', 'bottom'],
  left: ['left'],
  lmargin: ['left'],
  inner: ['left'],
  right: ['right'],
  rmargin: ['right'],
  outer: ['right'],
  top: ['top'],
  tmargin: ['top'],
  bottom: ['bottom'],
  bmargin: ['bottom'],
  width: ['width'],
  textwidth: ['width'],
  height: ['height'],
  textheight: ['height']
};

/** The options of the package geometry (its manual, 5), on the paper of the class. */
export function geometry(options: readonly Tex[], paper: { name: PaperName; isLandscape: boolean }, call: Call): Paper {
  const sides: Sides = {};
  const head = { headHeight: 12 * PT, headSep: 25 * PT, footSkip: 30 * PT };
  let { name, isLandscape } = paper;
  let includeHead = false;
  let includeFoot = false;
  for (const [key, value] of readOptions(options)) {
    const set = SIDES[key];
    if (set) for (const side of set) sides[side] = call.length(value);
    else if (key in PAPERS) name = key as PaperName;
    else if (key === 'paper' && `${value.replace(/paper$/u, '')}paper` in PAPERS)
      name = `${value.replace(/paper$/u, '')}paper` as PaperName;
    else if (key === 'landscape') isLandscape = value !== 'false';
    else if (key === 'portrait') isLandscape = false;
    else if (key === 'headheight' || key === 'head') head.headHeight = call.length(value);
    else if (key === 'headsep') head.headSep = call.length(value);
    else if (key === 'footskip' || key === 'foot') head.footSkip = call.length(value);
    else if (key === 'includehead') includeHead = true;
    else if (key === 'includefoot') includeFoot = true;
    else if (key === 'includeheadfoot') includeHead = includeFoot = true;
    else if (key === 'nohead') head.headHeight = head.headSep = 0;
    else if (key === 'nofoot') head.footSkip = 0;
    else if (key === 'noheadfoot') head.headHeight = head.headSep = head.footSkip = 0;
    else call.fault('unknown_option', { command: 'geometry', option: key });
  }
  const size = turned(name, isLandscape);
  const [left, right] = margins(size.width, sides.left, sides.right, sides.width, 0.5);
  // Without other options the text has 0.7 of the page, and the margins above and below it are as 2 to 3.
  const [top, bottom] = margins(size.height, sides.top, sides.bottom, sides.height, 0.4);
  const made = {
    ...size,
    ...head,
    left,
    right,
    top: top + (includeHead ? head.headHeight + head.headSep : 0),
    bottom: bottom + (includeFoot ? head.footSkip : 0)
  };
  if (made.width - left - right < 20 || made.height - made.top - made.bottom < 40) {
    call.fault('no_room');
    return { ...made, left: 50, right: 50, top: 70, bottom: 70 };
  }
  return made;
}

function margins(
  whole: number,
  before: number | undefined,
  after: number | undefined,
  text: number | undefined,
  shareBefore: number
): readonly [number, number] {
  if (before !== undefined && after !== undefined) return [before, after];
  const size = text ?? 0.7 * whole;
  const free = whole - size;
  if (before !== undefined) return [before, free - before];
  if (after !== undefined) return [free - after, after];
  return [free * shareBefore, free * (1 - shareBefore)];
}
