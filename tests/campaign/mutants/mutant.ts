/** What has to be built anew for it: the server; only what the devices of the campaign load; or nothing but the schema. */
export type Part = 'server' | 'client' | 'schema';

/** `find` stands exactly once in `file`. */
export type Edit = { readonly file: string; readonly find: string; readonly replace: string };

/** A well-known bug of synchronising systems, put back into ours. */
export type Mutant = {
  readonly name: string;
  /** What is wrong now, as a sentence. */
  readonly bug: string;
  readonly part: Part;
  readonly edits: readonly Edit[];
};
