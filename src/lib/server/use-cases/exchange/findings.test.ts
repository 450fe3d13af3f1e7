import { expect, test } from 'vitest';
import { FindingBudget } from './findings.ts';
import { errorFinding, warningFinding } from './incoming.ts';

test('fifty errors and fifty others are listed of an asset, an error always', () => {
  const budget = new FindingBudget();
  const findings = budget.ofAsset();
  for (let i = 0; i < 80; i++) findings.add(warningFinding('w', [], ''));
  expect(findings.hasErrors).toBe(false);
  for (let i = 0; i < 80; i++) findings.add(errorFinding('e', [], ''));
  const codes = findings.list().map(({ code }) => code);
  expect(['w', 'e', 'more_findings'].map((code) => codes.filter((one) => one === code).length)).toEqual([50, 50, 1]);
  expect([findings.hasErrors, budget.count]).toEqual([true, 160]);
});

test('after fifty thousand, each asset has one of each kind', () => {
  const budget = new FindingBudget();
  for (let i = 0; i < 1000; i++) {
    const full = budget.ofAsset();
    for (let j = 0; j < 50; j++) full.add(errorFinding('e', [], ''));
  }
  const late = budget.ofAsset();
  late.add(errorFinding('first', [], ''), errorFinding('second', [], ''), warningFinding('note', [], ''));
  expect(late.list().map(({ code }) => code)).toEqual(['first', 'note', 'more_findings']);
});
