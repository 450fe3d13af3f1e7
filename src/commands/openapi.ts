/** `npm run openapi`: writes src/lib/contracts/openapi.json, so that a change of the API is visible in review. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openapiDocument } from '#lib/server/http/openapi/openapi-document.ts';
import { ROOT } from './root.ts';
import { VERSION } from './version.ts';

await writeFile(join(ROOT, 'src/lib/contracts/openapi.json'), `${JSON.stringify(openapiDocument(VERSION), null, 2)}\n`);
