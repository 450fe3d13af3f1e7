import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { importSigningCertificateBody, SigningCertificate } from '#lib/contracts/organizations.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { openPkcs12 } from '#lib/server/certificates/pkcs12/open-pkcs12.ts';
import { Pkcs12Fault } from '#lib/server/certificates/pkcs12/pkcs12-fault.ts';
import { usableCertificate, type UsableCertificate } from '#lib/server/certificates/pkcs12/usable-certificate.ts';
import { describeSigningCertificate, wrapPrivateKey } from '#lib/server/certificates/signing-keys.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import {
  findCurrentSigningCertificate,
  findOwnByFingerprint,
  offerSigningCertificate,
  retireSigningCertificate,
  revokeSigningCertificate,
  takeUpSigningCertificate,
  type StoredSigningCertificate
} from '#lib/server/db/signing-certificates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { holdFreshSessionOf } from '#lib/server/use-cases/accounts/hold-session.ts';
import { requireOrganization } from '#lib/server/use-cases/organizations/require-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { getSigningCertificate } from './signing-certificates.ts';

/**
 * An organization signs with its own certificate from now on. The file is opened and checked here; its password is used once and stored
 * nowhere, its key as every private key: sealed with SECRET_KEY. Whoever brings it has just proved to be there.
 * @throws Refusal `not_found`, `forbidden`, `proof_required`; `bad_request` with the reason in its context (IMPORT_FAULTS)
 */
export async function importSigningCertificate(
  services: Services,
  actor: PersonActor,
  organizationId: string,
  { pkcs12, password }: z.output<typeof importSigningCertificateBody>
): Promise<SigningCertificate | null> {
  const permitted = async (tx: Tx) => {
    const organization = await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    await holdFreshSessionOf(tx, actor);
    return organization;
  };
  // Before the file is opened, and again on writing.
  await transaction(services.pool, actor, permitted);
  const made = toStore(services, organizationId, await take(Buffer.from(pkcs12, 'base64'), password, services.now()));
  await transaction(services.pool, actor, async (tx) => {
    await permitted(tx);
    await lockAuditChain(tx, organizationId);
    const { name } = await permitted(tx);
    await appendAudit(tx, actor, organizationId, {
      action: 'organization.signing_certificate_imported',
      resource: { type: 'organization', id: organizationId, label: name },
      changes: { signing_certificate: { old: null, new: made.fingerprint_sha256 } }
    });
    await transaction(tx, SYSTEM, (inner) => store(inner, organizationId, made));
  });
  return getSigningCertificate(services, actor, organizationId);
}

async function store(tx: Tx, organizationId: string, made: StoredSigningCertificate): Promise<void> {
  const current = await findCurrentSigningCertificate(tx, organizationId);
  if (current?.fingerprint_sha256 === made.fingerprint_sha256) return;
  if (current) await retireSigningCertificate(tx, current.id);
  const known = await findOwnByFingerprint(tx, organizationId, made.fingerprint_sha256);
  if (known === null) await offerSigningCertificate(tx, organizationId, made);
  else await takeUpSigningCertificate(tx, { ...made, id: known });
}

async function take(file: Buffer, password: string, now: Date): Promise<UsableCertificate> {
  try {
    return usableCertificate(await openPkcs12(file, password), now);
  } catch (thrown) {
    if (!(thrown instanceof Pkcs12Fault)) throw thrown;
    throw new Refusal('bad_request', thrown.message, { reason: thrown.reason });
  }
}

function toStore(services: Services, organizationId: string, usable: UsableCertificate): StoredSigningCertificate {
  const { privateKey, certificate, chain } = usable;
  const privateKeyPem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const certificatePem = certificate.toString();
  return {
    id: uuidv7(),
    kind: 'imported',
    certificate_pem: certificatePem,
    chain_pem: chain.map(String).join(''),
    wrapped_private_key: wrapPrivateKey(privateKeyPem, services, organizationId),
    authority_id: null,
    ...describeSigningCertificate(certificatePem)
  };
}

/**
 * An organization stops signing with its present certificate: an imported one is put aside, one that this installation's authority has
 * issued is revoked. The next certificate is signed with a new one of this installation. Earlier signatures can still be verified.
 * @throws Refusal `not_found`, `forbidden`, `proof_required`, `no_certificate` where there is none
 */
export async function replaceSigningCertificate(
  { pool, now }: Services,
  actor: PersonActor,
  organizationId: string
): Promise<void> {
  await transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    await holdFreshSessionOf(tx, actor);
    await lockAuditChain(tx, organizationId);
    const { name } = await requireOrganization(tx, organizationId);
    const current = await transaction(tx, SYSTEM, (inner) => findCurrentSigningCertificate(inner, organizationId));
    if (current === null) throw new Refusal('no_certificate', 'This organization has no signing certificate yet.');
    await transaction(tx, actor, (inner) =>
      appendAudit(inner, actor, organizationId, {
        action: 'organization.signing_certificate_replaced',
        resource: { type: 'organization', id: organizationId, label: name },
        changes: { signing_certificate: { old: current.fingerprint_sha256, new: null } }
      })
    );
    await transaction(tx, SYSTEM, (inner) =>
      current.kind === 'issued_here'
        ? revokeSigningCertificate(inner, current.id, now())
        : retireSigningCertificate(inner, current.id)
    );
  });
}
