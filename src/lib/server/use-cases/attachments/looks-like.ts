/** Whether the contents of a file match its ending; the type declared by the sender is ignored. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Ending } from './file-name.ts';

const PICTURES: readonly Ending[] = ['png', 'jpg', 'jpeg', 'webp', 'gif'];
/** The directory of a ZIP is at its end; that of a workbook is small. */
const DIRECTORY_BYTES = 256 * 1024;
const ZIP = ['PK\x03\x04', 'PK\x05\x06'];
const UTF_16 = ['\xff\xfe', '\xfe\xff'];
const UTF_8_MARK = '\xef\xbb\xbf';
/** Tab, line feed, form feed, carriage return; other control characters do not occur in text. */
const LINE_SIGNS = new Set([9, 10, 12, 13]);

/** Decoding a picture verifies it, so it is not checked here. */
export const isPicture = (ending: Ending): boolean => PICTURES.includes(ending);

export async function looksLike(path: string, ending: Ending): Promise<boolean> {
  const head = await part(path, 0, 1024);
  switch (ending) {
    case 'pdf':
      return head.startsWith('%PDF-');
    case 'zip':
      return startsWithAny(head, ZIP);
    case 'xlsx':
      return startsWithAny(head, ZIP) && (await part(path, -DIRECTORY_BYTES)).includes('xl/workbook.xml');
    case 'xml':
      return (
        /^\s*</.test(
          head
            .replace(UTF_8_MARK, '')
            .replaceAll('\0', '')
            .replace(/^[\xff\xfe]{2}/, '')
        ) && isText(path, head)
      );
    case 'csv':
    case 'txt':
      return isText(path, head);
    default:
      return isPicture(ending);
  }
}

const startsWithAny = (head: string, marks: readonly string[]): boolean => marks.some((mark) => head.startsWith(mark));

/** Text of any of the usual encodings. UTF-16, which instruments write, is recognised by its first two bytes. */
async function isText(path: string, head: string): Promise<boolean> {
  if (startsWithAny(head, UTF_16)) return true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    if (chunk.some((byte) => byte < 32 && !LINE_SIGNS.has(byte))) return false;
  }
  return true;
}

/** Bytes of a file as characters with the same codes. @param from negative: counted from the end */
async function part(path: string, from: number, length = -from): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = from < 0 ? Math.max(0, size + from) : from;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
