import { isExternal, type CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { HAIRLINE, INK_3, space } from '../print/style.ts';

/**
 * Relation to the item and reproduction (ISO/IEC 17025 7.8.2.1 l and its note), and where to verify its state, on every
 * page.
 */
export function footer(facts: CertificateFacts, print: Printer): readonly Block[] {
  const text = isExternal(facts) ? print.labels.footer_record : print.labels.footer;
  const content = phrase(text, { url: facts.context.verify_url });
  return [
    space(12),
    { kind: 'rule', stroke: HAIRLINE },
    space(5),
    { kind: 'paragraph', content, size: 7.6, color: INK_3 }
  ];
}
