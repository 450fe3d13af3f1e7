import { createHash, randomBytes } from 'node:crypto';

/** Base32 as Crockford wrote it: without letters that look like digits or like each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const COUNT = 10;
/** 120 bits: enough for a plain hash (ASVS 5.0, 6.5.2). */
const CHARACTERS = 24;
const GROUP = 6;

/** Ten new codes as people write them down: four groups of six characters. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

function newCode(): string {
  const characters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return (characters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** The stored form of a code, SHA-256 in hex, however it was typed: case, spaces, hyphens, O for 0, I or L for 1. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256')
    .update(
      code
        .toLowerCase()
        .replaceAll(/[^0-9a-z]/g, '')
        .replaceAll('o', '0')
        .replaceAll(/[il]/g, '1')
    )
    .digest('hex');
