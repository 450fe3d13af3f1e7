import script from '../in-browser/check.ts?script';
import { servingScript } from '../in-browser/serve-script.ts';

export const GET = servingScript(script);
