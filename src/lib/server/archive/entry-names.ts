import { refusedEntry, ZIP_LIMITS } from './zip-limits.ts';

const NESTED = /\.(zip|jar|war|7z|rar|tar|tgz|gz|bz2|xz|zst|lz4|cab|iso|arj|lzh)$/i;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * The name of an entry, which leads nowhere but into a folder of its own and is spelt in one way alone.
 * @param isKept whether an entry of this name is never unpacked, so that it may be an archive
 * @throws Refusal `archive_refused`
 */
export function entryName(bytes: Uint8Array, isKept: (name: string) => boolean): string {
  const lenient = new TextDecoder().decode(bytes);
  if (bytes.byteLength === 0 || bytes.byteLength > ZIP_LIMITS.nameBytes)
    throw refusedEntry(lenient, 'its name is empty or too long');
  let name: string;
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusedEntry(lenient, 'its name is not UTF-8');
  }
  const fault = faultIn(name) ?? (NESTED.test(name) && !isKept(name) ? 'it is an archive itself' : null);
  if (fault !== null) throw refusedEntry(name, fault);
  return name;
}

function faultIn(name: string): string | null {
  if (name.includes('\0')) return 'its name contains a NUL character';
  if (/[\p{Cc}\p{Cf}\p{Surrogate}]/u.test(name)) return 'its name holds characters that are not shown';
  if (name.includes('\\')) return 'its name contains a backslash';
  if (name.startsWith('/')) return 'its path is absolute';
  if (/^[A-Za-z]:/.test(name) || name.includes(':')) return 'its name holds a drive or a colon';
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (parts.some((part) => part === '..' || part === '.')) return 'its path leads out of the archive';
  if (parts.some((part) => part === '')) return 'its path has an empty part';
  if (parts.some((part) => DEVICE.test(part) || /[. ]$/.test(part)))
    return 'its name means something else on some systems';
  return null;
}

/** Equal for names that some file system takes for one. */
export const foldedName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\/$/, '');

/** What begins as an archive does, whatever it is called. */
const MAGIC: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  [0, [0x50, 0x4b, 0x03, 0x04]],
  [0, [0x50, 0x4b, 0x05, 0x06]],
  [0, [0x1f, 0x8b]],
  [0, [0x42, 0x5a, 0x68]],
  [0, [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  [0, [0x28, 0xb5, 0x2f, 0xfd]],
  [0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  [0, [0x52, 0x61, 0x72, 0x21]],
  [257, [0x75, 0x73, 0x74, 0x61, 0x72]]
];
export const isArchive = (bytes: Uint8Array): boolean =>
  MAGIC.some(([at, magic]) => magic.every((byte, i) => bytes[at + i] === byte));
