/** Why sending a form failed, in the reader's language: one sentence, and one beside each field by its name. */
export type Problem = { readonly summary: string; readonly fields: Readonly<Record<string, string>> };
