import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { endpoints } from '#lib/contracts/endpoints.ts';
import type { Operation } from '#lib/contracts/operation.ts';
import { componentSchemas } from './component-schemas.ts';
import { describeOperation } from './describe-operation.ts';

const CONVENTIONS = `Requests and responses are JSON in UTF-8 with snake_case names. Times are RFC 3339 in UTC, returned with six decimal places, calendar dates \`YYYY-MM-DD\`, ids UUIDs, numbers
IEEE 754 doubles (NaN and infinities are refused). Send the token of \`POST /auth/login\` as \`Authorization: Bearer …\`.

Lists are arrays. Paged lists accept \`limit\` and \`cursor\`; \`Link: <…>; rel="next"\` is the next page and \`X-Total-Count\` the total.
A malformed request returns 422 with each error and its location; any other refusal returns \`{"detail", "code"}\`: a sentence for
people and a code for programs. Unknown fields are refused. \`X-Request-Id\` is returned and logged.`;

/** The OpenAPI 3.1 document of the whole contract, built from the table that handlers and clients use. */
export function openapiDocument(version: string): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, operation] of Object.entries<Operation>(endpoints)) {
    const method = operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    paths[operation.path] = { ...paths[operation.path], [method]: describeOperation(name, operation) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version,
      description: CONVENTIONS,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }
    },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(Object.values<Operation>(endpoints).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token of a session, or an access token' }
      }
    }
  });
}
