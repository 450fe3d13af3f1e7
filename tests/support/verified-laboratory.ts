import { expect } from 'vitest';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { verificationSchema, type Verification } from '#lib/contracts/verification.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { GET, POST } from '../../src/routes/verify/[token]/+server.ts';
import { call } from './call.ts';
import { calibratedLaboratory, internalBody, recorded, type CalibratedLaboratory } from './calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from './database.ts';
import { testServices } from './services.ts';

export const JSON_WANTED = { accept: 'application/json' };

/** What is said of a certificate that nobody knows, but for `result` where a file was presented. */
export const NOTHING = {
  result: null,
  signed_by: null,
  time_stamp: null,
  proof: null,
  state: null,
  replaced_by: null,
  certificate: null
};

export const tokenOf = ({ certificate }: Pick<CalibrationHeader, 'certificate'>) => certificate?.verify_token ?? '';

/** A laboratory that is not private, with a database of its own, and how its certificates are issued and asked about. */
export class VerifiedLaboratory {
  readonly database: TestDatabase;
  readonly laboratory: CalibratedLaboratory;

  private constructor(database: TestDatabase, laboratory: CalibratedLaboratory) {
    this.database = database;
    this.laboratory = laboratory;
  }

  static async make(): Promise<VerifiedLaboratory> {
    const database = await createTestDatabase();
    const made = new VerifiedLaboratory(database, await calibratedLaboratory(await testServices(database)));
    await made.keepPrivate(false);
    return made;
  }

  keepPrivate = async (isPrivate: boolean): Promise<void> => {
    const { services, admin, organizationId } = this.laboratory;
    await updateOrganization(services, admin, organizationId, { private: isPrivate }, null);
  };

  issued = async (given: object = {}) => {
    const { services, technician } = this.laboratory;
    const calibration = await recorded(services, technician, { ...internalBody(this.laboratory), ...given });
    await getCertificate(services, technician, calibration.id);
    const { rows } = await execute(this.database.url, 'SELECT sha256 FROM certificates WHERE calibration_id = $1', [
      calibration.id
    ]);
    return { ...calibration, sha256: (rows[0] as { sha256: string }).sha256, token: tokenOf(calibration) };
  };

  asked = async (token: string, sha256?: string): Promise<Verification> => {
    const given = { params: { token }, headers: JSON_WANTED };
    const answer = await call(
      sha256 === undefined ? GET : POST,
      this.laboratory.services,
      sha256 === undefined ? given : { ...given, body: { sha256 } }
    );
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return verificationSchema.parse(await answer.json());
  };
}
