// cspell:ignore endobj Flate
/** Files that somebody has made of a signed certificate: the same for the same number. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { detachedCms } from '#lib/server/certificates/signature/cms.ts';
import type { SigningKey } from '#lib/server/certificates/signing-keys.ts';
import { seeded } from '../support/seeded.ts';
import { signedParts } from './outside-validators.ts';

/** A certificate with its digital one inside, the key that signed it, and what a forger has: a key, and another certificate. */
export type Victim = {
  readonly pdf: Uint8Array;
  readonly key: SigningKey;
  readonly stranger: SigningKey;
  readonly other: Uint8Array;
};
type Mutation = (victim: Victim, random: Random) => Promise<Buffer>;
type Random = ReturnType<typeof seeded>;

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Between one and eight bits, anywhere. */
const turnedBits: Mutation = async ({ pdf }, random) => {
  const turned = Buffer.from(pdf);
  const flipped = new Set(Array.from({ length: 1 + random(8) }, () => random(8 * pdf.length)));
  for (const bit of flipped) turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return turned;
};

/** Objects as a reader that shows the last revision would take them. */
const appendedRevision: Mutation = async ({ pdf }, random) => {
  const number = 1 + random(objectsOf(pdf));
  const content = [
    '<< >>',
    '<< /Type /Page /MediaBox [0 0 595 842] >>',
    '<< /Type /DSS /Certs [] >>',
    '<< /Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Contents <00> >>',
    stream('BT /F1 12 Tf 72 700 Td (passed) Tj ET')
  ][random(5)];
  return revision(pdf, [[number, content ?? '']]);
};

/** Another digital certificate in place of the one inside: in the signed bytes, or behind them. */
const swappedAttachment: Mutation = async ({ pdf, other }, random) => {
  const own = attachmentOf(pdf);
  const foreign = random(2) === 0 ? attachmentOf(other).content : deflateSync(bytesOf(`<dcc>${random(1e9)}</dcc>`));
  if (random(2) === 0) {
    const head = `<< /Type /EmbeddedFile /Subtype /application#2Fxml /Filter /FlateDecode /Length ${foreign.length} >>`;
    return revision(pdf, [[own.object, `${head}\nstream\n${latin(foreign)}\nendstream`]]);
  }
  const changed = Buffer.from(pdf);
  Buffer.alloc(own.content.length, foreign).copy(changed, own.from);
  return changed;
};

/** A further signature over the whole file, by the same key or another; or the message of another one. */
const secondSignature: Mutation = async ({ pdf, key, stranger, other }, random) => {
  if (random(4) === 0) {
    const [, end = 0, after = 0] = signedParts(pdf).range;
    const [, otherEnd = 0, otherAfter = 0] = signedParts(other).range;
    const message = latin(other)
      .slice(otherEnd, otherAfter)
      .slice(0, after - end - 1);
    return bytesOf(latin(pdf).slice(0, end) + message.padEnd(after - end - 1, '0') + '>' + latin(pdf).slice(after));
  }
  const by = random(2) === 0 ? key : stranger;
  const room = '0'.repeat(6144);
  const range = '/ByteRange [0000000000 0000000000 0000000000 0000000000]';
  const reason = `(Calibration certificate ${random(1e6)})`;
  const dictionary = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /Reason ${reason} ${range} /Contents <${room}> >>`;
  const whole = latin(revision(pdf, [[objectsOf(pdf) + 1, dictionary]]));
  const from = whole.lastIndexOf(`<${room}>`);
  const to = from + room.length + 2;
  const stated = [0, from, to, whole.length - to].map((number) => String(number).padStart(10, '0')).join(' ');
  const prepared = whole.replace(range, `/ByteRange [${stated}]`);
  const signed = bytesOf(prepared.slice(0, from) + prepared.slice(to));
  const cms = await detachedCms(
    signed,
    { privateKey: createPrivateKey(by.privateKeyPem), certificate: new X509Certificate(by.certificatePem), chain: [] },
    null
  );
  return bytesOf(`${prepared.slice(0, from)}<${cms.toString('hex').padEnd(room.length, '0')}>${prepared.slice(to)}`);
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits turned': turnedBits,
  'a revision appended': appendedRevision,
  'the digital certificate swapped': swappedAttachment,
  'a second signature': secondSignature
};

/** That many files of one kind; from one seed, as properties are (tests/support/seed.ts). */
export async function* mutantsOf(victim: Victim, kind: string, count: number): AsyncGenerator<Buffer> {
  const mutate = MUTATIONS[kind];
  if (!mutate) throw new Error(`There is no mutation ${kind}`);
  const seed = Number(process.env['PROPERTY_SEED'] ?? 1);
  for (let number = 0; number < count; number += 1) {
    const mutant = await mutate(victim, seeded(seed + number));
    if (mutant.equals(victim.pdf)) throw new Error(`Mutant ${number} of seed ${seed} is the certificate`);
    yield mutant;
  }
}

const objectsOf = (pdf: Uint8Array): number =>
  Math.max(...[...latin(pdf).matchAll(/^(\d+) 0 obj/gmu)].map(([, number]) => Number(number)));

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

function attachmentOf(pdf: Uint8Array): { readonly object: number; readonly from: number; readonly content: Buffer } {
  const text = latin(pdf);
  const found = /^(\d+) 0 obj\s*<<(?:(?!endobj)[^])*?\/EmbeddedFile\b(?:(?!endobj)[^])*?stream\r?\n/mu.exec(text);
  if (!found) throw new Error('The certificate has no digital one inside');
  const from = found.index + found[0].length;
  const to = text.indexOf('endstream', from);
  return { object: Number(found[1]), from, content: Buffer.from(pdf.subarray(from, to)) };
}

/** The file with objects behind it that replace those of the same number. */
function revision(pdf: Uint8Array, objects: readonly (readonly [number, string])[]): Buffer {
  const before = latin(pdf);
  const last = /startxref\s+(\d+)\s+%%EOF\s*$/u.exec(before)?.[1] ?? '0';
  const root = /\/Root (\d+ 0 R)/u.exec(before)?.[1] ?? '1 0 R';
  let text = before.endsWith('\n') ? before : `${before}\n`;
  const table: string[] = [];
  for (const [number, content] of objects) {
    table.push(`${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`);
    text += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const at = text.length;
  const size = objectsOf(pdf) + 2;
  return bytesOf(
    `${text}xref\n${table.join('')}trailer\n<< /Size ${size} /Root ${root} /Prev ${last} >>\nstartxref\n${at}\n%%EOF\n`
  );
}
