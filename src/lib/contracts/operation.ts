/** The description of one operation of the REST API. Handlers, clients, OpenAPI and tests all derive from it. */
import type { z } from 'zod';
import type { RefusalCode } from './errors.ts';

/** Who may call the operation, by global role; use cases check permissions on a record. */
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
  /** The body may be omitted (`DELETE` with an optional reason). */
  readonly bodyOptional?: true;
  /** The body is the raw bytes of a file of one of these media types. */
  readonly upload?: readonly string[];
  /** The file may also be the part `file` of a form. */
  readonly uploadForm?: true;
  /** The body is a form with a file in it, which is written to disk as it arrives. */
  readonly form?: true;
  /** The uploaded file is written to disk as it arrives, and its type is determined from its contents. */
  readonly streamed?: true;
  /** Largest body in bytes before 413, if other than the default of `limitOfBody`. */
  readonly bodyLimit?: number;
  /** A large body is passed on unparsed, and its response is already JSON text. */
  readonly largeAsText?: true;
  /** Status → schema of the response; `null` for no content; the media types if it is not JSON. */
  readonly answers: { readonly [status: number]: z.ZodType | null | { readonly media: string | readonly string[] } };
  readonly refusals?: readonly RefusalCode[];
  /** The response has `Link` and `X-Total-Count`. */
  readonly paged?: true;
  /** Also for a session that allows nothing but setting up a second factor. */
  readonly duringSetup?: true;
  /** The response is repeated for the same `Idempotency-Key`; never set if a response contains a secret. */
  readonly idempotent?: true;
};

/** The media types of a response other than JSON. */
export const mediaOf = ({ media }: { readonly media: string | readonly string[] }): readonly string[] =>
  typeof media === 'string' ? [media] : media;

export const operation = <const T extends Operation>(described: T): T => described;
export const KIB = 1024;
export const MIB = 1024 * KIB;

/** The default: enough for all texts at their maximum length. */
const USUAL = 64 * KIB;
/** Before sign-in, clients send only an address, a password or a token. */
const SIGNING_IN = 16 * KIB;

/** What a form may add to the file in it: boundaries and headers. */
export const FORM_ROOM = 32 * KIB;

/** The largest body that an operation accepts, in bytes; of a form, the largest file. */
export const limitOfBody = ({ path, bodyLimit }: Pick<Operation, 'path' | 'bodyLimit'>): number =>
  bodyLimit ?? (path.startsWith('/auth/') ? SIGNING_IN : USUAL);
