import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { HAIRLINE, INK_3, space } from '../print/style.ts';

export function footer(facts: CertificateFacts, print: Printer): readonly Block[] {
  const content = phrase(print.labels.footer, { url: facts.context.verify_url });
  return [
    space(12),
    { kind: 'rule', stroke: HAIRLINE },
    space(5),
    { kind: 'paragraph', content, size: 7.6, color: INK_3 }
  ];
}
