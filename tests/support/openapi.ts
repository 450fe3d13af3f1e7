import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Described = {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, unknown>> }>
  >;
};
export type Document = {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};
export type DocumentedOperation = {
  readonly name: string;
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly isPublic: boolean;
};

/** Reads the published document, and holds answers against it as a client's generated code would. */
export async function readDocument(baseUrl: string) {
  const document = (await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // CommonJS under ESM: the function is the module's default.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' } as object);

  const operations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      isPublic: described.security.length === 0
    }))
  );

  /** What is wrong with an answer: an undocumented status, type or field; empty where it is as described. */
  function faultsOf(
    operation: DocumentedOperation,
    status: number,
    contentType: string | null,
    body: unknown
  ): string[] {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses[status];
    if (described === undefined) return [`status ${status} is not documented`];
    if (described.content === undefined) return body === '' ? [] : ['a body, where none is documented'];
    const media = contentType?.split(';')[0] ?? 'none';
    if (!(media in described.content)) return [`content type ${media} is not documented`];
    if (media !== 'application/json') return [];
    const escape = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
    const place = [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      String(status),
      'content',
      media
    ];
    const schema = `openapi#/${place.map(escape).map(encodeURIComponent).join('/')}/schema`;
    const validate = ajv.getSchema(schema) ?? ajv.compile({ $ref: schema });
    if (validate(body) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath || '(body)', message, JSON.stringify(params)].join(' ')
    );
  }
  return { document, operations, faultsOf };
}
