import { z } from 'zod';
import { mediaOf, type Operation } from '#lib/contracts/operation.ts';
import { etag } from '#lib/laboratory/freshness.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { isChecked } from '#lib/server/db/checked-items.ts';
import { checkInTurns, jsonInTurns } from './long-answers.ts';

/**
 * The reply of a handler: the body of the only documented success, the same as JSON text, or a `Replied` with more
 * details.
 */
export type Reply = unknown;

class Replied {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {}
  ) {}
}
/** The status, if an operation documents several. */
export const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  new Replied(status, body, headers);

class PageReply {
  constructor(readonly page: Page<unknown>) {}
}
/** A list with `Link: rel="next"` and `X-Total-Count`. */
export const pageReply = (page: Page<unknown>): Reply => new PageReply(page);

/**
 * Checks a reply against its description and makes the response; an undocumented field or status is a bug, not an answer.
 * @param finish a last step applied to the JSON
 */
export async function answerOf(
  operation: Operation,
  replied: Reply,
  url: URL,
  finish: (json: string) => string = (json) => json
): Promise<Response> {
  if (replied instanceof Response) return replied;
  if (replied instanceof Uint8Array) return jsonAnswer(replied as Uint8Array<ArrayBuffer>, { headers: {} });
  if (replied instanceof PageReply) return pageAnswer(operation, replied.page, url, finish);
  const { status, body, headers } = replied instanceof Replied ? replied : new Replied(onlySuccess(operation), replied);
  const described = operation.answers[status];
  if (described === undefined) throw new Error(`${operation.path} does not document status ${status}`);
  if (described === null) return new Response(null, { status, headers });
  if (!('safeParse' in described))
    throw new Error(`${operation.path} answers ${mediaOf(described).join(', ')}, as a Response`);
  const checked = await checkInTurns(described, body);
  return jsonAnswer(await jsonInTurns(checked, finish), { status, headers: { ...etagOf(checked), ...headers } });
}

/** With its length, so that it is written in one piece. */
function jsonAnswer(
  json: string | Uint8Array<ArrayBuffer>,
  init: { status?: number; headers: Record<string, string> }
): Response {
  const bytes = typeof json === 'string' ? new TextEncoder().encode(json) : json;
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.byteLength), ...init.headers };
  return new Response(bytes, { ...init, headers });
}

function pageAnswer(operation: Operation, page: Page<unknown>, url: URL, finish: (json: string) => string): Response {
  const schema = operation.answers[200] as z.ZodType;
  const headers: Record<string, string> = { 'X-Total-Count': String(page.total) };
  if (page.nextCursor !== null) {
    const next = new URL(url);
    next.searchParams.set('cursor', page.nextCursor);
    headers['Link'] = `<${next.pathname}${next.search}>; rel="next"`;
  }
  return jsonAnswer(finish(JSON.stringify(isAnswered(schema, page.items) ? page.items : schema.parse(page.items))), {
    headers
  });
}

/** Whether the items are rows of the very schema that the answer has, so that another check would find what the first one did. */
const isAnswered = (schema: z.ZodType, items: readonly unknown[]): boolean =>
  schema instanceof z.ZodArray && isChecked(items, schema.element as z.ZodType);

function onlySuccess(operation: Operation): number {
  const statuses = Object.keys(operation.answers).map(Number);
  const [status] = statuses;
  if (status === undefined || statuses.length > 1) throw new Error(`${operation.path} must name its status`);
  return status;
}

function etagOf(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || !('updated_at' in body)) return {};
  return { ETag: etag(String(body.updated_at)) };
}
