import type { CertificateFacts } from './certificate-facts.ts';
import type { Block } from './document/blocks.ts';
import { phrase } from './document/phrase.ts';
import { budget } from './parts/budget.ts';
import { closing } from './parts/closing.ts';
import { conformity, curveUncertainty } from './parts/conformity.ts';
import { curve } from './parts/curve.ts';
import { furtherValues } from './parts/further-values.ts';
import { identity } from './parts/identity.ts';
import { remarks } from './parts/remarks.ts';
import { resultRuns, resultsPlace, resultTables } from './parts/results.ts';
import { traceability } from './parts/traceability.ts';
import type { Printer } from './print/printer.ts';
import { paragraph, section } from './print/style.ts';

type Part =
  'identity' | 'results' | 'further' | 'conformity' | 'curve' | 'budget' | 'traceability' | 'remarks' | 'closing';
export type CertificateParts = Readonly<Record<Part, readonly Block[]>>;

/** Everything between the head and the foot of the built-in certificate; a part that does not apply is empty. */
export function certificateParts(facts: CertificateFacts, print: Printer): CertificateParts {
  return {
    identity: identity(facts, print),
    ...(facts.result
      ? {
          results: resultTables(facts, print),
          further: furtherValues(facts, print),
          conformity: conformity(facts, print),
          budget: budget(facts, print)
        }
      : { results: curveUncertainty(facts, print), further: [], conformity: [], budget: [] }),
    curve: curve(facts, print),
    traceability: traceability(facts, print),
    remarks: remarks(facts, print),
    closing: closing(facts, print)
  };
}

/** The parts in their order: tables of very many points follow after the signature. */
export function inOrder(parts: CertificateParts, facts: CertificateFacts, print: Printer): readonly Block[] {
  const ending = [...parts.traceability, ...parts.remarks];
  if (!facts.result) return [...parts.identity, ...parts.results, ...parts.curve, ...ending, ...parts.closing];
  const found = [...parts.conformity, ...ending];
  const method = (stated: readonly Block[]) => [...parts.curve, ...stated, ...parts.budget, ...parts.closing];
  if (resultsPlace(facts) === 'inside')
    return [...parts.identity, ...parts.results, ...found, ...method(parts.further)];
  const count = resultRuns(facts, print).reduce((sum, { run }) => sum + run.points.length, 0);
  const pointer = [
    section(print.labels.results),
    paragraph(phrase(print.labels.results_follow, { count: String(count) }))
  ];
  return [
    ...parts.identity,
    ...pointer,
    ...found,
    ...method([]),
    { kind: 'page_break' },
    ...parts.results,
    ...parts.further
  ];
}
