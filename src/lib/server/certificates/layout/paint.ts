import { createHash } from 'node:crypto';
import { jsPDF } from 'jspdf';
import type { Color, PagedDocument, PathStep, Stroke } from '../document/blocks.ts';
import { addressInFile } from './address-in-file.ts';
import type { Drawing } from './drawing.ts';
import { embedFace } from './embed-face.ts';
import { fileOf } from './file-of.ts';
import type { FontFace } from './font-face.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';

export type PaintedPage = {
  readonly layers: readonly { readonly drawings: readonly Drawing[]; readonly x: number; readonly y: number }[];
};
/** Where the signature is shown: lower left and upper right corner in PDF's own coordinates (y upwards). */
export type SignaturePlace = {
  readonly pageIndex: number;
  readonly rect: readonly [number, number, number, number];
  /** An extra last page that contains only the signature's appearance; signing moves it into the field. */
  readonly appearancePageIndex: number;
};
export type PaintedDocument = {
  readonly pdf: Uint8Array;
  /** Without the page of the signature's appearance. */
  readonly pageCount: number;
  readonly signature: SignaturePlace | null;
};

type SignatureDrawing = Extract<Drawing, { kind: 'signature' }>;
type FoundSignature = {
  readonly drawing: SignatureDrawing;
  readonly pageIndex: number;
  readonly x: number;
  readonly y: number;
};

/** A file's metadata, and its paper. */
export type Described = Pick<PagedDocument, 'title' | 'author' | 'subject' | 'creator' | 'createdAt'> & {
  readonly page: Pick<PagedDocument['page'], 'width' | 'height'>;
};

/** Paints pages with jsPDF, yielding to other work between pages. */
export async function paint(pages: readonly PaintedPage[], document: Described): Promise<PaintedDocument> {
  const { width, height } = document.page;
  // jsPDF turns paper to the given orientation.
  const orientation = width > height ? 'landscape' : 'portrait';
  const pdf = new jsPDF({ unit: 'pt', format: [width, height], orientation, compress: true, putOnlyUsedFonts: true });
  describe(pdf, document);
  const brush = new Brush(pdf);
  const pause = takeTurns();
  let signature: FoundSignature | null = null;
  for (const [pageIndex, page] of pages.entries()) {
    if (pageIndex > 0) pdf.addPage([width, height], orientation);
    brush.forget();
    for (const layer of page.layers) {
      for (const drawing of layer.drawings) {
        if (drawing.kind === 'signature')
          signature = { drawing, pageIndex, x: layer.x + drawing.x, y: layer.y + drawing.y };
        else brush.draw(drawing, layer.x, layer.y);
      }
    }
    await pause();
  }
  const place = signature && paintAppearance(pdf, brush, signature, height, pages.length);
  return { pdf: fileOf(pdf), pageCount: pages.length, signature: place };
}

function describe(pdf: jsPDF, document: Described): void {
  const { title, author, subject, creator } = document;
  pdf.setDocumentProperties({ title, author, subject, creator });
  // The file's date and id come from the document, so that equal documents are equal files.
  pdf.setCreationDate(document.createdAt);
  const id = createHash('sha256')
    .update(JSON.stringify([title, author, subject, document.createdAt]))
    .digest('hex');
  pdf.setFileId(id.slice(0, 32).toUpperCase());
}

function paintAppearance(
  pdf: jsPDF,
  brush: Brush,
  found: FoundSignature,
  pageHeight: number,
  pages: number
): SignaturePlace {
  const { drawing, pageIndex, x, y } = found;
  pdf.addPage([drawing.width, drawing.height], drawing.width > drawing.height ? 'landscape' : 'portrait');
  brush.forget();
  for (const mark of drawing.appearance) if (mark.kind !== 'signature') brush.draw(mark, 0, 0);
  const rect = [x, pageHeight - y - drawing.height, x + drawing.width, pageHeight - y] as const;
  return { pageIndex, rect, appearancePageIndex: pages };
}

/** Draws marks, and passes to jsPDF only what changes from mark to mark. */
class Brush {
  readonly #pdf: jsPDF;
  readonly #embedded = new Set<FontFace>();
  #face: FontFace | null = null;
  #size = 0;
  #color: Color | null = null;

  constructor(pdf: jsPDF) {
    this.#pdf = pdf;
  }

  /** A new page starts with nothing set. */
  forget(): void {
    this.#face = null;
    this.#size = 0;
    this.#color = null;
  }

  draw(drawing: Exclude<Drawing, { kind: 'signature' }>, x: number, y: number): void {
    switch (drawing.kind) {
      case 'text':
        this.#letters(drawing.face, drawing.size, drawing.color);
        this.#pdf.text(drawing.text, x + drawing.x, y + drawing.y);
        return;
      case 'path':
        this.#trace(drawing.path, x, y);
        this.#finish(drawing.fill, drawing.stroke);
        return;
      case 'circles':
        for (const [cx, cy] of drawing.centers) {
          this.#trace(circle(cx, cy, drawing.radius), x, y);
          this.#finish(drawing.fill, drawing.stroke);
        }
        return;
      case 'link':
        this.#pdf.link(x + drawing.x, y + drawing.y, drawing.width, drawing.height, {
          url: addressInFile(drawing.url)
        });
        return;
      case 'image':
        this.#pdf.addImage(
          drawing.bytes,
          drawing.format.toUpperCase(),
          x + drawing.x,
          y + drawing.y,
          drawing.width,
          drawing.height
        );
    }
  }

  #letters(face: FontFace, size: number, color: Color): void {
    if (!this.#embedded.has(face)) {
      embedFace(this.#pdf, face);
      this.#embedded.add(face);
    }
    if (this.#face !== face) this.#pdf.setFont(face.name, 'normal');
    if (this.#size !== size) this.#pdf.setFontSize(size);
    if (this.#color !== color) this.#pdf.setTextColor(...color);
    this.#face = face;
    this.#size = size;
    this.#color = color;
  }

  #trace(path: readonly PathStep[], x: number, y: number): void {
    for (const step of path) {
      if (step[0] === 'M') this.#pdf.moveTo(x + step[1], y + step[2]);
      else if (step[0] === 'L') this.#pdf.lineTo(x + step[1], y + step[2]);
      else if (step[0] === 'C')
        this.#pdf.curveTo(x + step[1], y + step[2], x + step[3], y + step[4], x + step[5], y + step[6]);
      else this.#pdf.close();
    }
  }

  #finish(fill: Color | undefined, stroke: Stroke | undefined): void {
    if (fill) this.#pdf.setFillColor(...fill);
    if (stroke) {
      this.#pdf.setDrawColor(...stroke.color);
      this.#pdf.setLineWidth(stroke.width);
      this.#pdf.setLineDashPattern(stroke.dash ? [...stroke.dash] : [], 0);
    }
    if (fill && stroke) this.#pdf.fillStroke();
    else if (fill) this.#pdf.fill();
    else this.#pdf.stroke();
  }
}

/** Four Bézier arcs; 0.5523 is the distance of their handles for a unit circle. */
function circle(cx: number, cy: number, r: number): readonly PathStep[] {
  const h = 0.5523 * r;
  return [
    ['M', cx + r, cy],
    ['C', cx + r, cy + h, cx + h, cy + r, cx, cy + r],
    ['C', cx - h, cy + r, cx - r, cy + h, cx - r, cy],
    ['C', cx - r, cy - h, cx - h, cy - r, cx, cy - r],
    ['C', cx + h, cy - r, cx + r, cy - h, cx + r, cy],
    ['Z']
  ];
}
