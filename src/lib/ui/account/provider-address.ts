/** Where a browser begins to sign in with the identity provider. @param next path to open afterwards */
export const providerAddress = (next: string | null, remember: boolean): string =>
  `/api/v1/auth/oidc/start?${new URLSearchParams({ ...(next !== null && { next }), remember: remember ? '1' : '0' })}`;
