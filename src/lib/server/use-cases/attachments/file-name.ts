import { extname } from 'node:path';
import { ATTACHMENT_TYPES } from '#lib/contracts/attachments.ts';

export type Ending = keyof typeof ATTACHMENT_TYPES;

/** What a name must not contain: path separators, and characters that reverse the direction of text. */
const MISLEADING = /[/\\:*?"<>|]|\p{Bidi_Control}/gu;

/** The name under which a file is shown and saved: never a path, and never one that appears to have another ending. */
export const safeName = (name: string): string => name.normalize('NFC').replace(MISLEADING, '_');

/** The ending of a name, if files of its type are accepted. */
export function endingOf(name: string): Ending | null {
  const ending = extname(name).slice(1).toLowerCase();
  return Object.hasOwn(ATTACHMENT_TYPES, ending) ? (ending as Ending) : null;
}

/** A name with another ending, of the same length at most. */
export const renamed = (name: string, ending: Ending): string => {
  const stem = name.slice(0, -extname(name).length);
  return `${[...stem].slice(0, 250).join('')}.${ending}`;
};
