import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { issueCertificate } from './issue-certificate.ts';
import { failureReason } from './failure-reason.ts';

/**
 * Issues the certificate for a reader who cannot wait for the job, unless it has been issued. @returns the key of its file
 * @throws Refusal those of `issueCertificate`; `certificate_failed` with the reason
 */
export async function issueOnDemand(services: Services, calibrationId: string): Promise<string> {
  try {
    return await issueCertificate(services, calibrationId);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code !== 'certificate_failed') throw thrown;
    services.log.error({ err: thrown, calibration: calibrationId }, 'the certificate could not be issued on demand');
    throw new Refusal('certificate_failed', 'The certificate could not be created. The server will try again.', {
      reason: failureReason(thrown)
    });
  }
}
