import type { LeftOut } from '#lib/contracts/certificate-exports.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import { A4, type Block, type PagedDocument } from '../document/blocks.ts';
import type { TableRow } from '../document/tables.ts';
import { phrase, plain } from '../document/phrase.ts';
import { paint, type PaintedDocument } from '../layout/paint.ts';
import { setDocument } from '../layout/set-document.ts';
import { stamped } from '../layout/stamp.ts';
import { printDate } from '../print/dates.ts';
import { BODY, INK, LEADING, MARGINS, paragraph, section, tableLook } from '../print/style.ts';
import { COPIES_WORDS } from './copies-words.ts';

/** A certificate of the collection, or one that is missing in it. */
export type ListedCertificate = {
  readonly number: string | null;
  readonly asset: string;
  readonly channel: string | null;
  readonly version: number | null;
  readonly date: string | null;
  readonly leftOut: LeftOut | null;
};
/** What is said of the whole collection. */
export type Collection = {
  readonly language: Language;
  readonly organization: string;
  readonly madeAt: Date;
  readonly timeZone: string;
};

const made = ({ language, madeAt, timeZone }: Collection): string => printDate(madeAt, language, timeZone);

const described = (of: Collection) => ({
  title: COPIES_WORDS[of.language].title,
  author: of.organization,
  subject: COPIES_WORDS[of.language].title,
  creator: 'Plumbline',
  createdAt: of.madeAt,
  page: { ...A4, ...MARGINS },
  text: { size: BODY, leading: LEADING, color: INK }
});

/** An empty page with the note that is laid over every page. */
export const paintStamp = (of: Collection): Promise<PaintedDocument> => {
  const note = paragraph(phrase(COPIES_WORDS[of.language].stamp, { date: made(of) }));
  return paint(stamped([{ layers: [] }], { stamp: [note] }, described(of)), described(of));
};

/** The first pages: that these are copies, what is there and what is missing. @param pages of each that is there */
export async function paintCover(
  of: Collection,
  listed: readonly ListedCertificate[],
  pages: readonly number[]
): Promise<PaintedDocument> {
  // The list of pages is longer than a page, perhaps: how many it takes decides what it says.
  for (let own = 1; ; own++) {
    const painted = setDocument(cover(of, listed, pages, own));
    if (painted.pages.length <= own) return paint(painted.pages, described(of));
  }
}

function cover(
  of: Collection,
  listed: readonly ListedCertificate[],
  pages: readonly number[],
  own: number
): PagedDocument {
  const words = COPIES_WORDS[of.language];
  const there = listed.filter(({ leftOut }) => leftOut === null);
  const missing = listed.filter(({ leftOut }) => leftOut !== null);
  let next = own + 1;
  const rows = there.map((one, i) => {
    const page = String(next);
    next += pages[i] ?? 0;
    return row(of, one, page);
  });
  const body: Block[] = [
    { kind: 'heading', content: plain(words.title), size: 16, spaceBefore: 20, spaceAfter: 6 },
    paragraph(plain(of.organization)),
    paragraph(phrase(words.notice, { count: String(there.length), date: made(of) }, { bold: true })),
    ...(rows.length === 0
      ? [paragraph(plain(words.nothing))]
      : [section(words.contents), table(of, rows, words.page, 'right')]),
    ...(missing.length === 0
      ? []
      : [
          section(words.missing),
          table(
            of,
            missing.map((one) => row(of, one, one.leftOut === null ? '' : words.leftOut[one.leftOut])),
            words.columns[7],
            'left'
          )
        ])
  ];
  return { ...described(of), language: of.language, header: [], footer: [], body };
}

const row = ({ language, timeZone }: Collection, one: ListedCertificate, last: string): TableRow => ({
  cells: [
    one.number ?? '–',
    one.channel === null ? one.asset : `${one.asset}, ${one.channel}`,
    one.date === null ? '–' : printDate(one.date, language, timeZone),
    last
  ].map((content) => ({ content }))
});

function table({ language }: Collection, body: readonly TableRow[], last: string, align: 'left' | 'right'): Block {
  const [number, asset, , , date] = COPIES_WORDS[language].columns;
  return {
    kind: 'table',
    columns: [
      { align: 'left', width: 'auto' },
      { align: 'left', width: { share: 1 } },
      { align: 'left', width: 'auto' },
      { align, width: align === 'right' ? 'auto' : { share: 1 } }
    ],
    head: [{ cells: [number, asset, date, last].map((content) => ({ content })) }],
    body,
    gap: 10,
    ...tableLook({ density: 'compact' })
  };
}
