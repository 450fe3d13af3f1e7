/** The data of a TrueType face needed to set a line: which characters it has, how wide they are, how tall its lines. */
export type FontFace = {
  readonly name: string;
  /** The file, one character a byte, as jsPDF expects it. */
  readonly file: string;
  /** In thousandths of the size. */
  readonly ascent: number;
  readonly descent: number;
  /** Advance of a UTF-16 code unit in thousandths of the size; undefined where the face has no such character. */
  advance(codeUnit: number): number | undefined;
};

/** In points, of a text set in one face. */
export function widthOf(text: string, { face, size }: { readonly face: FontFace; readonly size: number }): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += face.advance(text.charCodeAt(i)) ?? 0;
  return (sum * size) / 1000;
}

/** Reads a TrueType file (tables head, hhea, hmtx and a cmap of format 4). Throws if one is missing. */
export function readFontFace(name: string, bytes: Uint8Array): FontFace {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = tableOffsets(view);
  const table = (tag: string): number => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new Error(`The face ${name} has no table ${tag}`);
    return offset;
  };
  const scale = 1000 / view.getUint16(table('head') + 18);
  const hhea = table('hhea');
  const hmtx = table('hmtx');
  const metrics = view.getUint16(hhea + 34);
  const glyphs = glyphIndex(view, table('cmap'), name);
  // NaN marks a character that the face lacks.
  const advances = new Float64Array(65536).fill(NaN);
  for (const [codeUnit, glyph] of glyphs) {
    advances[codeUnit] = view.getUint16(hmtx + 4 * Math.min(glyph, metrics - 1)) * scale;
  }
  return {
    name,
    file: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
    ascent: view.getInt16(hhea + 4) * scale,
    descent: -view.getInt16(hhea + 6) * scale,
    advance(codeUnit) {
      const width = advances[codeUnit];
      return width === undefined || Number.isNaN(width) ? undefined : width;
    }
  };
}

function tableOffsets(view: DataView): Map<string, number> {
  const offsets = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i += 1) {
    const record = 12 + 16 * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    offsets.set(tag, view.getUint32(record + 8));
  }
  return offsets;
}

/** Every code unit of the basic plane with its glyph, from the Unicode cmap of format 4 (OpenType, cmap). */
function glyphIndex(view: DataView, cmap: number, name: string): [number, number][] {
  const subtable = unicodeSubtable(view, cmap);
  if (subtable === undefined) throw new Error(`The face ${name} has no Unicode cmap of format 4`);
  const segments = view.getUint16(subtable + 6) / 2;
  const ends = subtable + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const offsets = deltas + 2 * segments;
  const found: [number, number][] = [];
  for (let segment = 0; segment < segments; segment += 1) {
    const start = view.getUint16(starts + 2 * segment);
    const end = Math.min(view.getUint16(ends + 2 * segment), 0xfffe);
    const delta = view.getUint16(deltas + 2 * segment);
    const offset = view.getUint16(offsets + 2 * segment);
    for (let code = start; code <= end; code += 1) {
      const listed = offset === 0 ? code : view.getUint16(offsets + 2 * segment + offset + 2 * (code - start));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) found.push([code, glyph]);
    }
  }
  return found;
}

function unicodeSubtable(view: DataView, cmap: number): number | undefined {
  for (let i = 0; i < view.getUint16(cmap + 2); i += 1) {
    const record = cmap + 4 + 8 * i;
    const platform = view.getUint16(record);
    const offset = cmap + view.getUint32(record + 4);
    if ((platform === 3 || platform === 0) && view.getUint16(offset) === 4) return offset;
  }
  return undefined;
}
