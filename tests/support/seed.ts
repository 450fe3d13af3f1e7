/** Chance in properties begins at one seed, so that two runs of the same code agree; `npm run fuzz` draws another. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
