/** Where a request without an account comes from. */
export type Client = {
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string | null;
};
