// cspell:ignore newlength
import type { Color } from '../document/blocks.ts';
import { Colors } from './colors.ts';
import type { LatexFacts } from './facts.ts';
import type { Faults } from './faults.ts';
import { type Labels } from './labels.ts';
import { FIRST_LENGTHS } from './lengths.ts';
import { LIMITS } from './limits.ts';
import { Macros } from './macros.ts';
import { Margins } from './margins.ts';
import { FIRST_NUMBERS, type NumberLook } from './number-look.ts';
import { articlePaper, type Paper, type PaperName } from './paper.ts';
import { FACE_SCALE, fontSize, type ClassSize } from './sizes.ts';

/** What holds for a whole document at the place that is being read: declarations change it, commands look it up. */
export class DocumentState {
  readonly faults: Faults;
  readonly facts: LatexFacts;
  readonly macros: Macros;
  readonly colors = new Colors();
  lengths: ReadonlyMap<string, number> = new Map(Object.entries(FIRST_LENGTHS));
  /** Those of \newlength. */
  readonly ownLengths = new Set<string>();
  readonly counters = new Map<string, number>();
  classSize: ClassSize = 10;
  readonly page: { name: PaperName; isLandscape: boolean; language: string | null } = {
    name: 'letterpaper',
    isLandscape: false,
    language: null
  };
  paper: Paper = articlePaper('letterpaper', 10, false);
  hasPaper = false;
  readonly margins = new Margins();
  numbers: NumberLook = FIRST_NUMBERS;
  linkColor: Color | null = null;
  /** In headers and footers every page number is known; the body may print how many pages there are. */
  isMargin = false;
  listLevel = 0;
  /** Of the present items of numbered lists, by level. */
  readonly listNumbers: string[] = [];
  /** Between paragraphs of the lists that are being set, by level. */
  readonly listSkips: number[] = [];
  /** Inside of boxes, cells and floats, which have no foot of a page. */
  boxDepth = 0;
  /** The depth of the rows of a longtable, which have the foot of their page; else 0. */
  noteDepth = 0;
  /** The environment whose \caption is read. */
  captioned: 'figure' | 'table' | null = null;
  readonly labels: Labels;
  countsPages = false;
  #pictures = 0;

  constructor(faults: Faults, facts: LatexFacts, labels: Labels, mostNodes?: number) {
    this.labels = labels;
    this.faults = faults;
    this.facts = facts;
    this.macros = new Macros(faults, mostNodes);
  }

  countPicture(line: number): void {
    this.#pictures += 1;
    if (this.#pictures > LIMITS.pictures) {
      this.faults.fatal(line, '\\includegraphics', 'too_many_pictures', { most: LIMITS.pictures });
    }
  }

  length(name: string): number {
    return this.lengths.get(name) ?? 0;
  }

  setLength(name: string, length: number): void {
    this.lengths = new Map(this.lengths).set(name, length);
  }

  /** Sets the rows of a table that pages divide: their notes are at the foot of the page. */
  withNotes<T>(set: () => T): T {
    const outer = this.noteDepth;
    if (this.boxDepth === outer) this.noteDepth = this.boxDepth + 1;
    const made = this.boxed(set);
    this.noteDepth = outer;
    return made;
  }

  /** Sets what is in a box. */
  boxed<T>(set: () => T): T {
    this.boxDepth += 1;
    const made = set();
    this.boxDepth -= 1;
    return made;
  }

  /** What a group changes of lengths, own commands, the look of numbers, and what \label marks, ends with it. */
  asGroup(set: () => void): void {
    const { lengths, numbers } = this;
    const { current } = this.labels;
    const macros = this.macros.state;
    set();
    this.lengths = lengths;
    this.numbers = numbers;
    this.labels.current = current;
    this.macros.state = macros;
  }

  /** Of text without a size of its own. */
  get baseSize(): { readonly size: number; readonly leading: number } {
    const { size, skip } = fontSize('normalsize', this.classSize);
    return { size: size * FACE_SCALE, leading: skip / (size * FACE_SCALE) };
  }

  setPaper(paper: Paper): void {
    this.paper = paper;
    this.hasPaper = true;
    this.setLength('textwidth', paper.width - paper.left - paper.right);
    this.setLength('textheight', paper.height - paper.top - paper.bottom);
    this.setLength('paperwidth', paper.width);
    this.setLength('paperheight', paper.height);
  }
}
