import { REQUIRED, REQUIRED_PARTS, type RequiredPart } from '#lib/records/certificate-template.ts';
import { usedValues } from './fill-template.ts';

/** Which parts no value of the template prints. A part written as fixed text is named, too: the author decides. */
export function missingParts(source: string): readonly RequiredPart[] {
  const used = usedValues(source);
  const isUsed = (path: string): boolean =>
    used.some((one) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[`));
  return REQUIRED_PARTS.filter((part) => !REQUIRED[part].some(isUsed));
}
