import { callPages } from '#lib/client/api/call.ts';

/** The id of the certificate that is part of the app, among templates. */
export const BUILT_IN = 'built-in';

async function listed(organizationId: string | null, signal: AbortSignal) {
  const query = organizationId === null ? {} : { organization_id: organizationId };
  const { items } = await callPages('listCertificateTemplates', { query, signal });
  return items.filter(({ organization_id: owner }) => owner === organizationId);
}

/** The templates of an organization, if one is given, and those for all. */
export async function allTemplates(organizationId: string | null, signal: AbortSignal) {
  const [common, own] = await Promise.all([
    listed(null, signal),
    organizationId === null ? [] : listed(organizationId, signal)
  ]);
  const issuing = [...own, ...common].find(({ is_default: chosen }) => chosen)?.id ?? BUILT_IN;
  return { own, common, issuing };
}
export type AllTemplates = Awaited<ReturnType<typeof allTemplates>>;
