/** What can be done with a file that the server makes, by the id of its operation. */
export type FileActs = {
  readonly cancel: (id: string) => Promise<unknown>;
  readonly download: (id: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
};
