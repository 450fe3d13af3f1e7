import { runInstallationExport } from '#lib/server/use-cases/whole-installation/export-installation.ts';
import { runInstallationImport } from '#lib/server/use-cases/whole-installation/import-installation.ts';
import { runInstallationReset } from '#lib/server/use-cases/whole-installation/reset-installation.ts';
import { runDemonstrationFill } from '#lib/server/use-cases/demonstration/fill-demonstration.ts';
import { runDemonstrationRemoval } from '#lib/server/use-cases/demonstration/remove-demonstration.ts';
import { runCertificatesExport } from '#lib/server/use-cases/certificate-exports/export-certificates.ts';
import { runExport } from '#lib/server/use-cases/exchange/export-assets.ts';
import { runImport } from '#lib/server/use-cases/exchange/import-assets.ts';
import type { LongWorkers } from '#lib/server/use-cases/long-work/run-operation.ts';

/** The worker for each kind of long work. */
export const longWorkers: LongWorkers = {
  assets_export: runExport,
  assets_import: runImport,
  certificates_export: runCertificatesExport,
  database_export: runInstallationExport,
  database_import: runInstallationImport,
  database_reset: runInstallationReset,
  demonstration_fill: runDemonstrationFill,
  demonstration_remove: runDemonstrationRemoval
};
