import type { OpenApiDocument, OperationObject } from './openapi-types.ts';

export type ListedOperation = { readonly method: string; readonly path: string; readonly described: OperationObject };
export type Chapter = { readonly name: string; readonly operations: readonly ListedOperation[] };

/** The operations by their tag, in the order in which the document names tags. */
export function chaptersOf(document: OpenApiDocument): readonly Chapter[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described }))
  );
  return document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ described }) => described.tags.includes(name))
  }));
}

export type TextPart = { readonly kind: 'text' | 'code' | 'strong'; readonly text: string };

/** A paragraph cut at its `code` and **strong** words: all of Markdown that descriptions use. */
export const partsOf = (paragraph: string): readonly TextPart[] =>
  paragraph
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      return part.startsWith('**') ? { kind: 'strong', text: part.slice(2, -2) } : { kind: 'text', text: part };
    });

export const paragraphsOf = (text: string): readonly string[] => text.split(/\n{2,}/);
