type At = { readonly position?: { readonly start: { readonly line: number } } };

/** The nodes that unified-latex gives for a source which has no verbatim text. */
export type Ast = At &
  (
    | { readonly type: 'string'; readonly content: string }
    | { readonly type: 'whitespace' | 'parbreak' }
    | { readonly type: 'comment'; readonly leadingWhitespace?: boolean; readonly sameline?: boolean }
    | { readonly type: 'macro'; readonly content: string; readonly escapeToken?: string }
    | { readonly type: 'group' | 'inlinemath' | 'displaymath'; readonly content: readonly Ast[] }
    | {
        readonly type: 'environment' | 'mathenv';
        readonly env: string | { readonly content: string };
        readonly content: readonly Ast[];
      }
    | { readonly type: 'verb' | 'verbatim' }
  );
