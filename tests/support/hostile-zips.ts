/** Archives that break one rule each, as small as they can be. */
import { crc32, deflateRawSync } from 'node:zlib';

type Part = {
  name: string | Buffer;
  body?: Buffer;
  flags?: number;
  method?: number;
  /** What is claimed instead of what is. */
  size?: number;
  /** The size that a field of 64 bits claims. */
  wide?: number;
  packed?: number;
  crc?: number;
  at?: number;
  mode?: number;
  localName?: string;
  localFlags?: number;
};

/** A ZIP as it should not be. */
export function zip(
  parts: readonly Part[],
  end: { entries?: number; wideEntries?: number; disk?: number; at?: number; comment?: number } = {}
): Buffer {
  const bodies: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const raw = part.body ?? Buffer.from('{}');
    const data = part.method === 8 ? deflateRawSync(raw) : raw;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(part.localFlags ?? part.flags ?? 0x800, 6);
    local.writeUInt16LE(part.method ?? 0, 8);
    const localName = Buffer.from(part.localName ?? name);
    local.writeUInt16LE(localName.length, 26);
    bodies.push(local, localName, data);
    const extra = Buffer.alloc(part.wide === undefined ? 0 : 12);
    if (part.wide !== undefined) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(8, 2);
      extra.writeBigUInt64LE(BigInt(part.wide), 4);
    }
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(part.mode === undefined ? 20 : (3 << 8) | 20, 4);
    record.writeUInt16LE(part.flags ?? 0x800, 8);
    record.writeUInt16LE(part.method ?? 0, 10);
    record.writeUInt32LE(part.crc ?? crc32(raw), 16);
    record.writeUInt32LE(part.packed ?? data.length, 20);
    record.writeUInt32LE(part.wide === undefined ? (part.size ?? raw.length) : 0xffffffff, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt16LE(extra.length, 30);
    record.writeUInt32LE(((part.mode ?? 0) << 16) >>> 0, 38);
    record.writeUInt32LE(part.at ?? at, 42);
    records.push(record, name, extra);
    at += 30 + localName.length + data.length;
  }
  const directory = Buffer.concat(records);
  const last64 = Buffer.alloc(end.wideEntries === undefined ? 0 : 76);
  if (end.wideEntries !== undefined) {
    last64.writeUInt32LE(0x06064b50, 0);
    [end.wideEntries, end.wideEntries, directory.length, at].forEach((value, i) =>
      last64.writeBigUInt64LE(BigInt(value), 24 + 8 * i)
    );
    last64.writeUInt32LE(0x07064b50, 56);
    last64.writeBigUInt64LE(BigInt(at + directory.length), 64);
  }
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.disk ?? 0, 4);
  last.writeUInt16LE(end.wideEntries === undefined ? (end.entries ?? parts.length) : 0xffff, 10);
  last.writeUInt32LE(directory.length, 12);
  last.writeUInt32LE(end.at ?? at, 16);
  last.writeUInt16LE(end.comment ?? 0, 20);
  return Buffer.concat([...bodies, directory, last64, last]);
}

const named = (name: string | Buffer, given: Partial<Part> = {}): [Part] => [{ name, ...given }];
const deep = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));
/** What is wrong, the entries, and what the refusal says. */
export const HOSTILE: readonly (readonly [what: string, parts: readonly Part[], says: string])[] = [
  ...(['../a.json', 'a/../../b.json', './a.json', 'a/./b.json', '..', 'a/..'] as const).map(
    (name) => [`the path ${name}`, named(name), name] as const
  ),
  ...(['/etc/passwd', '//server/share.json', '/a'] as const).map(
    (name) => [`the absolute path ${name}`, named(name), name] as const
  ),
  ...(['C:/a.json', 'c:a.json', 'a/b:c.json', 'file:///a'] as const).map(
    (name) => [`the drive in ${name}`, named(name), name] as const
  ),
  ...(['a\\b.json', '..\\a.json', '\\\\server\\a'] as const).map(
    (name) => [`the backslash in ${name}`, named(name), name] as const
  ),
  ...(['a//b.json', 'a/b//'] as const).map((name) => [`the empty part in ${name}`, named(name), name] as const),
  ...(['a\0.json', 'a\nb.json', 'a\u202Egnp.json', 'a\u200Bb', 'a\u001bb'] as const).map(
    (name) => [`a hidden character in ${JSON.stringify(name)}`, named(name), 'a?'] as const
  ),
  ...(['con.json', 'a/NUL', 'aux', 'com1.txt', 'LPT9', 'a./b.json', 'a /b.json', 'a.json.'] as const).map(
    (name) => [`the name ${name}`, named(name), name] as const
  ),
  ...(['a.zip', 'a.tar.gz', 'a.TGZ', 'a.7z', 'a.rar', 'a.bz2', 'a.xz', 'a.jar', 'a.iso', 'a.zst'] as const).map(
    (name) => [`the archive ${name}`, named(name), name] as const
  ),
  ...(
    [
      ['ZIP', [0x50, 0x4b, 3, 4]],
      ['empty ZIP', [0x50, 0x4b, 5, 6]],
      ['gzip', [0x1f, 0x8b, 8]],
      ['bzip2', [0x42, 0x5a, 0x68]],
      ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
      ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
      ['RAR', [0x52, 0x61, 0x72, 0x21]],
      ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
      ['tar', [...Array<number>(257).fill(65), 0x75, 0x73, 0x74, 0x61, 0x72]]
    ] as const
  ).map(
    ([what, bytes]) =>
      [`a ${what} by another name`, named('a.pdf', { body: Buffer.from([...bytes, 0, 0]) }), 'a.pdf'] as const
  ),
  ['a name that is no UTF-8', named(Buffer.from([0x61, 0xff, 0x62])), 'UTF-8'],
  ['a name without letters', named(''), 'empty'],
  ['a name longer than any', named('a'.repeat(501)), 'aaa'],
  ['one name twice', [{ name: 'a.json' }, { name: 'a.json' }], 'a.json'],
  ['names that differ in case', [{ name: 'a/B.json' }, { name: 'A/b.json' }], 'A/b.json'],
  ['names that differ in composition', [{ name: 'é.json' }, { name: 'e\u0301.json' }], '.json'],
  ['a file and a folder of one name', [{ name: 'a' }, { name: 'a/', body: Buffer.alloc(0) }], 'a/'],
  ['a link', named('a.json', { mode: 0o120777 }), 'a.json'],
  ['a device', named('a.json', { mode: 0o060666 }), 'a.json'],
  ['a pipe', named('a.json', { mode: 0o010666 }), 'a.json'],
  ['a socket', named('a.json', { mode: 0o140666 }), 'a.json'],
  ['encryption', named('a.json', { flags: 0x801 }), 'a.json'],
  ['strong encryption', named('a.json', { flags: 0x841 }), 'a.json'],
  ['a masked header', named('a.json', { flags: 0x2800 }), 'a.json'],
  ['encryption that only its beginning tells', named('a.json', { localFlags: 1 }), 'a.json'],
  ['another method', named('a.json', { method: 12 }), 'a.json'],
  ['a folder with contents', named('a/', { body: Buffer.from('x') }), 'a/'],
  ['a false checksum', named('a.json', { crc: 1 }), 'a.json'],
  ['a smaller size than it has', named('a.json', { method: 8, body: Buffer.alloc(5000, 32), size: 10 }), 'a.json'],
  ['a larger size than it has', named('a.json', { method: 8, size: 1000 }), 'a.json'],
  ['two sizes of one stored file', named('a.json', { size: 1 }), 'a.json'],
  ['more packed bytes than there are', named('a.json', { packed: 9999, size: 9999 }), 'a.json'],
  ['a beginning of another name', named('a.json', { localName: 'b.json' }), 'a.json'],
  ['a beginning that is elsewhere', named('a.json', { at: 1 }), 'a.json'],
  ['two entries of the same bytes', [{ name: 'a.json' }, { name: 'b.json', at: 0 }], '.json'],
  [
    'one file of more than 50 MiB',
    named('a.bin', { method: 8, body: Buffer.alloc(4), size: 60 * 1024 ** 2, packed: 6 }),
    'a.bin'
  ],
  ['a bomb', named('a.json', { method: 8, body: Buffer.alloc(17 * 1024 ** 2) }), 'a.json'],
  [
    'a bomb in many pieces',
    Array.from({ length: 17 }, (_, i): Part => ({ name: `${i}.json`, method: 8, body: Buffer.alloc(1024 ** 2, 32) })),
    '.json'
  ],
  [
    'more than 4 GiB, as it claims',
    [{ name: 'b.json' }, { name: 'a.json', method: 8, wide: 4 * 1024 ** 3 + 1 }],
    'a.json: with it the archive unpacks to more than 4096 MiB'
  ],
  [
    'more than 4 GiB in pieces that are no bombs by themselves',
    Array.from({ length: 275 }, (_, i): Part => ({ name: `${i}.json`, method: 8, size: 15 * 1024 ** 2 })),
    '273.json: with it the archive unpacks to more than 4096 MiB'
  ],
  ['JSON that is none', named('a.json', { body: Buffer.from('{') }), 'a.json'],
  ['JSON in another encoding', named('a.json', { body: Buffer.from([0x22, 0xff, 0x22]) }), 'a.json'],
  ['JSON with a character that no column holds', named('a.json', { body: Buffer.from('"\\u0000"') }), 'a.json'],
  ['JSON nested deeper than any record', named('a.json', { body: deep(100) }), 'a.json'],
  [
    'JSON of nothing but names',
    named('a.json', {
      body: Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`n${i}`, 1]))))
    }),
    'a.json'
  ]
];

const whole = zip([{ name: 'a.json', method: 8, body: Buffer.from('{"a":1}') }, { name: 'b.json' }]);
/** What is no whole archive, and what the refusal says: there is no entry to name. */
export const BROKEN: readonly (readonly [what: string, bytes: Buffer, says: string])[] = [
  ['an archive without its end', whole.subarray(0, whole.length - 1), 'its end is missing'],
  ['something behind the end', Buffer.concat([whole, Buffer.from('x')]), 'its end is missing'],
  ['a false number of entries', zip([{ name: 'a.json' }], { entries: 2 }), ''],
  ['fewer entries than there are', zip([{ name: 'a.json' }, { name: 'b.json' }], { entries: 1 }), ''],
  ['an archive of several disks', zip([{ name: 'a.json' }], { disk: 1 }), ''],
  ['a directory elsewhere', zip([{ name: 'a.json' }], { at: 5 }), ''],
  ['a directory beyond the end', zip([{ name: 'a.json' }], { at: 0xfffffff0 }), ''],
  ['a false comment', zip([{ name: 'a.json' }], { comment: 7 }), ''],
  ['too many entries', zip([{ name: 'a.json' }], { wideEntries: 300_001 }), 'has 300001 entries; at most 300000'],
  [
    'more entries than any number',
    zip([{ name: 'a.json' }], { wideEntries: Number.MAX_SAFE_INTEGER }),
    'at most 300000'
  ]
];
