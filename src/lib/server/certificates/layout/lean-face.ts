/**
 * The parts of a face that a PDF needs: shapes, widths and the character map; without hints, kerning and glyph names.
 */
const KEPT = ['head', 'hhea', 'maxp', 'hmtx', 'loca', 'glyf', 'OS/2'] as const;
const WINDOWS = 3;
const UNICODE_BMP = 1;
const ENGLISH = 0x0409;
const POSTSCRIPT_NAME = 6;
const POST_WITHOUT_NAMES = 0x00030000;
const POST_HEADER = 32;

/**
 * The same TrueType face in a third of its bytes, because every certificate embeds it and every rendering reads it.
 * Characters beyond the basic plane are removed; widths and shapes are unchanged. Throws if a table is missing.
 */
export function leanFace(name: string, bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = readTables(file);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`The face ${name} has no table ${tag}`);
    return found;
  };
  const post = Buffer.from(table('post').subarray(0, POST_HEADER));
  post.writeUInt32BE(POST_WITHOUT_NAMES, 0);
  const kept = KEPT.map((tag): [string, Buffer] => [tag, table(tag)]);
  return writeTables([...kept, ['cmap', basicPlane(table('cmap'), name)], ['name', nameTable(name)], ['post', post]]);
}

function readTables(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(4); i += 1) {
    const record = 12 + 16 * i;
    const offset = file.readUInt32BE(record + 8);
    const tag = file.toString('latin1', record, record + 4);
    tables.set(tag, file.subarray(offset, offset + file.readUInt32BE(record + 12)));
  }
  return tables;
}

/** A cmap with only its subtable of format 4. */
function basicPlane(cmap: Buffer, name: string): Buffer {
  for (let i = 0; i < cmap.readUInt16BE(2); i += 1) {
    const offset = cmap.readUInt32BE(4 + 8 * i + 4);
    if (cmap.readUInt16BE(offset) !== 4) continue;
    const header = Buffer.alloc(12);
    header.writeUInt16BE(1, 2);
    header.writeUInt16BE(WINDOWS, 4);
    header.writeUInt16BE(UNICODE_BMP, 6);
    header.writeUInt32BE(header.length, 8);
    return Buffer.concat([header, cmap.subarray(offset, offset + cmap.readUInt16BE(offset + 2))]);
  }
  throw new Error(`The face ${name} has no Unicode cmap of format 4`);
}

function nameTable(name: string): Buffer {
  const header = Buffer.alloc(18);
  const text = Buffer.from(name, 'utf16le').swap16();
  const fields = [0, 1, header.length, WINDOWS, UNICODE_BMP, ENGLISH, POSTSCRIPT_NAME, text.length, 0];
  for (const [index, value] of fields.entries()) header.writeUInt16BE(value, 2 * index);
  return Buffer.concat([header, text]);
}

/** Tables in the order of their tags, each on a multiple of four (OpenType, 1.9: organization of a font). */
function writeTables(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(sorted.length));
  const head = Buffer.alloc(12 + 16 * sorted.length);
  head.writeUInt32BE(0x00010000, 0);
  for (const [index, value] of [sorted.length, 16 << power, power, 16 * (sorted.length - (1 << power))].entries()) {
    head.writeUInt16BE(value, 4 + 2 * index);
  }
  const parts = [head];
  let offset = head.length;
  for (const [index, [tag, content]] of sorted.entries()) {
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    const record = 12 + 16 * index;
    head.write(tag, record, 'latin1');
    head.writeUInt32BE(checksum(padded), record + 4);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(content.length, record + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let i = 0; i < padded.length; i += 4) sum = (sum + padded.readUInt32BE(i)) >>> 0;
  return sum;
}
