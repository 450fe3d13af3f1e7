import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { endpoints } from '#lib/contracts/endpoints.ts';
import type { Operation } from '#lib/contracts/operation.ts';
import { componentSchemas } from './component-schemas.ts';
import { describeOperation } from './describe-operation.ts';

const CONVENTIONS = `JSON in and out, snake_case, UTF-8. Times are RFC 3339 in UTC, answered with six digits of a second, calendar dates \`YYYY-MM-DD\`, ids UUIDs, numbers
IEEE 754 doubles (NaN and infinities are refused). Send the token of \`POST /auth/login\` as \`Authorization: Bearer …\`.

Lists are arrays. A paged one takes \`limit\` and \`cursor\`; \`Link: <…>; rel="next"\` leads on and \`X-Total-Count\` counts all.
What is malformed answers 422 with every fault and its place; any other refusal answers \`{"detail", "code"}\`, the sentence for
people and the code for programs. Unknown fields are refused. \`X-Request-Id\` comes back and stands in the log.`;

/** The OpenAPI 3.1 document of the whole contract, made from the same table that handlers and clients use. */
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Token of a session' } }
    }
  });
}
