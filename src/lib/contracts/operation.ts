/** How one operation of the REST API is described: once, here; requests, clients, OpenAPI and tests all derive from it. */
import type { z } from 'zod';
import type { RefusalCode } from './errors.ts';

/** Who may call at all, by global role; permission on a record is the use-case's matter. */
export type Access = 'public' | 'user' | 'technician' | 'admin' | 'superadmin';

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `{name}` for parameters. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A body may be left out altogether (`DELETE` with an optional reason). */
  readonly bodyOptional?: true;
  /** The body is a file of one of these media types, as it is. */
  readonly upload?: readonly string[];
  /** Bytes of body accepted before 413, where it is not what `limitOfBody` says. */
  readonly bodyLimit?: number;
  /** A large body is not read here but given on as it came, and what is answered to it is JSON already. */
  readonly largeAsText?: true;
  /** Status → schema of the answer; `null` for no content; the media types for anything but JSON. */
  readonly answers: { readonly [status: number]: z.ZodType | null | { readonly media: string | readonly string[] } };
  readonly refusals?: readonly RefusalCode[];
  /** Carries `Link` and `X-Total-Count`. */
  readonly paged?: true;
  /** Answers repeat for the same `Idempotency-Key`; never where an answer holds a secret. */
  readonly idempotent?: true;
};

/** The media types of an answer that is no JSON. */
export const mediaOf = ({ media }: { readonly media: string | readonly string[] }): readonly string[] =>
  typeof media === 'string' ? [media] : media;

export const operation = <const T extends Operation>(described: T): T => described;
export const KIB = 1024;
export const MIB = 1024 * KIB;

/** What an operation takes that says nothing of it: enough for every text at its longest. */
const USUAL = 64 * KIB;
/** Who is not signed in yet has an address, a password and a token to send. */
const SIGNING_IN = 16 * KIB;

/** Bytes of body that an operation accepts at most. */
export const limitOfBody = ({ path, bodyLimit }: Pick<Operation, 'path' | 'bodyLimit'>): number =>
  bodyLimit ?? (path.startsWith('/auth/') ? SIGNING_IN : USUAL);
