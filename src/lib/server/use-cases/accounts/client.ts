/** The origin of a request without an account. */
export type Client = {
  readonly address: string;
  readonly userAgent: string | null;
  readonly requestId: string | null;
};
