import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { REFUSALS, refusal, validationError, type RefusalCode } from '#lib/contracts/errors.ts';
import { mediaOf, type Operation } from '#lib/contracts/operation.ts';

const WHO = {
  public: 'Anyone.',
  user: 'Anyone signed in.',
  technician: 'Technicians, admins and superadmins.',
  admin: 'Admins and superadmins.',
  superadmin: 'Superadmins.'
} as const;

/** The OpenAPI description of one operation, including the conventions that the table leaves out. */
export function describeOperation(name: string, operation: Operation): ZodOpenApiOperationObject {
  const { access, body, params, query } = operation;
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, `**Who may call:** ${WHO[access]}`].filter(Boolean).join('\n\n'),
    security: access === 'public' ? [] : [{ bearer: [] }],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...headersOf(operation)
    },
    ...(body && {
      requestBody: { required: operation.bodyOptional !== true, content: { 'application/json': { schema: body } } }
    }),
    ...(operation.form && {
      requestBody: { required: true, content: formWithFile }
    }),
    ...(operation.upload && {
      requestBody: {
        required: true,
        content: { ...filesOf(operation.upload), ...(operation.uploadForm && formWithFile) }
      }
    }),
    responses: { ...successes(operation), ...refusals(operation) }
  };
}

const file = z.string().meta({ format: 'binary' });
const formWithFile = { 'multipart/form-data': { schema: z.object({ file }) } };
const filesOf = (media: readonly string[]) => Object.fromEntries(media.map((type) => [type, { schema: file }]));

function headersOf(operation: Operation): { header?: z.ZodObject } {
  const headers = {
    ...(operation.idempotent && {
      'Idempotency-Key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('The same key and request get the same answer, however often they are sent.')
    }),
    ...(operation.refusals?.includes('stale') && {
      'If-Match': z
        .string()
        .optional()
        .describe('The `ETag` last read; refused as `stale` where the record has changed.')
    })
  };
  return Object.keys(headers).length === 0 ? {} : { header: z.object(headers) };
}

function successes(operation: Operation): Record<string, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, answer]) => {
      const description = STATUS_CODES[status] ?? 'Answered';
      if (answer === null) return [status, { description }];
      if (!('safeParse' in answer)) {
        return [status, { description, content: filesOf(mediaOf(answer)) }];
      }
      return [
        status,
        { description, ...answerHeaders(operation, answer), content: { 'application/json': { schema: answer } } }
      ];
    })
  );
}

function answerHeaders(operation: Operation, answer: z.ZodType): { headers?: z.ZodObject } {
  if (operation.paged) {
    return {
      headers: z.object({
        'X-Total-Count': z.string().describe('How many there are on all pages.'),
        Link: z.string().optional().describe('`<…>; rel="next"`: where the next page is; absent on the last.')
      })
    };
  }
  const isRecord = answer instanceof z.ZodObject && 'updated_at' in answer.shape;
  return isRecord ? { headers: z.object({ ETag: z.string().describe('For `If-Match`.') }) } : {};
}

/** Codes by status: those of the operation, and those that apply to all operations of its kind. */
export function refusalCodesOf(operation: Operation): Readonly<Record<number, readonly RefusalCode[]>> {
  const codes: RefusalCode[] = [
    ...(operation.access === 'public' ? [] : (['not_authenticated', 'inactive', 'unverified'] as const)),
    ...(operation.access === 'public' || operation.access === 'user' ? [] : (['forbidden'] as const)),
    ...(operation.access === 'public' || operation.duringSetup ? [] : (['second_factor_setup_required'] as const)),
    ...(operation.body === undefined && operation.upload === undefined ? [] : (['too_large', 'wrong_type'] as const)),
    ...(operation.refusals ?? []),
    // Every operation queries the database, at least for the caller; if the connection is lost during a commit, the
    // outcome is unknown.
    ...(operation.method === 'GET' ? [] : (['outcome_unknown'] as const)),
    'unavailable',
    'no_room'
  ];
  const byStatus: Record<number, RefusalCode[]> = {};
  for (const code of new Set(codes)) (byStatus[REFUSALS[code]] ??= []).push(code);
  return byStatus;
}

function refusals(operation: Operation): Record<string, ZodOpenApiResponseObject> {
  const described = Object.entries(refusalCodesOf(operation)).map(([status, codes]) => [
    status,
    {
      description: `${STATUS_CODES[status] ?? 'Refused'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
      ...refusalHeaders(Number(status)),
      content: { 'application/json': { schema: refusal } }
    }
  ]);
  const content = { 'application/json': { schema: validationError } };
  // Every operation refuses unknown query parameters, so all have this response.
  return {
    ...Object.fromEntries(described),
    422: { description: 'The request is malformed; lists each error with its location', content }
  };
}

function refusalHeaders(status: number): { headers?: z.ZodObject } {
  if (status === 401) return { headers: z.object({ 'WWW-Authenticate': z.string() }) };
  if (status !== 429 && status !== 503) return {};
  return { headers: z.object({ 'Retry-After': z.string().describe('Seconds to wait.') }) };
}
