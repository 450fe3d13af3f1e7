/** Rows of signing certificates (rows.ts). */
import { ensureAuthority } from '#lib/server/use-cases/certificates/ensure-authority.ts';
import { ensureSigningCertificate } from '#lib/server/use-cases/certificates/ensure-signing-certificate.ts';
import { pkcs12File } from '../../support/pkcs12.ts';
import type { Row } from './rows.ts';
import { anyone, managers } from './rules.ts';

const password = 'of the file';
const authority: Row['ask'] = async ({ services }) => ({ params: { id: (await ensureAuthority(services)).id } });

export const signingRows = {
  importSigningCertificate: {
    rule: managers(200),
    ask: async (_world, { id }) => ({
      params: { id },
      body: { pkcs12: await pkcs12File('Laboratory', password), password }
    })
  },
  replaceSigningCertificate: {
    rule: managers(204),
    ask: async ({ services }, { id }) => {
      await ensureSigningCertificate(services, { organizationId: id, name: 'Laboratory' });
      return { params: { id } };
    }
  },
  // Whoever has a certificate in hand asks, and knows nothing else of the installation.
  getAuthorityCertificate: { once: true, rule: anyone(200), ask: authority },
  getRevocationList: { once: true, rule: anyone(200), ask: authority }
} satisfies Readonly<Record<string, Row>>;
