/** What the audit log is narrowed to; an empty text means anything. It lives in the address, so that it can be sent and kept. */
export type AuditQuery = {
  readonly organization_id: string;
  readonly actor_id: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly action: string;
  readonly from: string;
  readonly to: string;
};

export const auditQueryOf = (search: URLSearchParams): AuditQuery => ({
  organization_id: search.get('organization_id') ?? '',
  actor_id: search.get('actor_id') ?? '',
  resource_type: search.get('resource_type') ?? '',
  resource_id: search.get('resource_id') ?? '',
  action: search.get('action') ?? '',
  from: search.get('from') ?? '',
  to: search.get('to') ?? ''
});

/** The fields that narrow, as the API takes them and as the address shows them. */
export const presentFilters = (query: AuditQuery): Partial<Record<keyof AuditQuery, string>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

export const auditAddress = (query: Partial<AuditQuery>): string => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return search.size === 0 ? '/audit' : `/audit?${search}`;
};
