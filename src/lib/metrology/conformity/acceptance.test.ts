import { describe, expect, test } from 'vitest';
import { AnalysisRefusal } from '../refusal.ts';
import { DECISION_RULES, VERDICTS, type DecisionRule } from '../types.ts';
import type { Evaluation } from '../uncertainty/budget.ts';
import { acceptanceLimits } from './acceptance.ts';
import { statementOf } from './statement.ts';

const uncertainty: Evaluation = {
  combined: 0.25,
  freedom: Infinity,
  k: 2,
  beta: null,
  probability: 0.9545,
  expanded: 0.5,
  expanded95: 0.5
};
const accepted = (rule: DecisionRule, lower: number | null, upper: number | null) =>
  acceptanceLimits({ rule, tolerance: [] }, { lower, upper }, uncertainty);
const BY_RATIO: readonly DecisionRule[] = ['rss', 'dobbert_6', 'target_pfa', 'z540_tur4'];

describe('asymmetric limits', () => {
  test.each(DECISION_RULES)('%s: the guard band is that of the same width about zero, on both sides', (rule) => {
    const symmetric = accepted(rule, -1, 1);
    const moved = accepted(rule, 2, 4);
    expect(moved.lower).toBeCloseTo((symmetric.lower ?? Number.NaN) + 3, 9);
    expect(moved.upper).toBeCloseTo((symmetric.upper ?? Number.NaN) + 3, 9);
    expect((moved.lower ?? 0) - 2).toBeCloseTo(4 - (moved.upper ?? 0), 9);
  });

  test('root sum square, by hand', () => {
    expect(accepted('rss', -1, 3).upper).toBeCloseTo(1 + Math.sqrt(4 - 0.25), 12);
    expect(accepted('rss', -1, 3).lower).toBeCloseTo(1 - Math.sqrt(4 - 0.25), 12);
  });
});

describe('one limit', () => {
  test.each(DECISION_RULES.filter((rule) => !BY_RATIO.includes(rule)))('%s: the open side stays open', (rule) => {
    expect(accepted(rule, null, 1).lower).toBeNull();
    expect(accepted(rule, null, 1).upper).toBeLessThanOrEqual(1);
    expect(accepted(rule, -1, null).lower).toBeCloseTo(-(accepted(rule, null, 1).upper ?? Number.NaN), 9);
    expect(accepted(rule, -1, null).upper).toBeNull();
  });

  test.each(BY_RATIO)('%s has no ratio to go by and is refused by name', (rule) => {
    expect(() => accepted(rule, null, 1)).toThrow(AnalysisRefusal);
    expect(() => accepted(rule, -1, null)).toThrow(rule);
  });
});

describe.each(DECISION_RULES)('the statement of %s', (rule) => {
  const coverage = {
    expanded: { low: 0.123, high: 0.456 },
    factor: { low: 2.05, high: 2.05 },
    probability: { low: 0.9545, high: 0.9545 }
  };
  const facts = {
    judge: 'as_left',
    adjusted: true,
    corrected: true,
    coverage,
    unit: 'mV',
    capability: { a: 0.1, b: 0.002 }
  } as const;
  const request = { rule, tolerance: [], guard_band_factor: 0.5, max_false_accept: 0.033, target_pfa: 0.0125 };

  test('is whole in four languages for every verdict and for none', () => {
    const written = [...VERDICTS, null].map((verdict) => statementOf({ ...facts, request, verdict }));
    for (const statement of written) {
      for (const [language, text] of Object.entries(statement)) {
        expect(text).not.toMatch(/[{}]|undefined|NaN/);
        if (/^[^.]*(no statement|sin declaración|pas de déclaration|keine Konformität)[^.]*\.$/.test(text)) continue;
        expect(text).toContain('17025');
        expect(text).toMatch(/U = 0[.,]12 (to|a|à|bis) 0[.,]46 mV/);
        expect(text).toMatch(/0[.,]1 mV \+ 0[.,]002 · \|x\|/);
        expect(text).toContain(language === 'en' ? '2.05' : '2,05');
        expect(text).toContain(language === 'en' ? '95.45' : '95,45');
      }
      expect(new Set(Object.values(statement)).size).toBe(4);
    }
    expect(new Set(written.map(({ de }) => de)).size).toBe(written.length);
  });

  test('names the rule as no other is named, with its numbers', () => {
    const of = (name: DecisionRule) => statementOf({ ...facts, request: { ...request, rule: name }, verdict: 'pass' });
    for (const other of DECISION_RULES) {
      if (other === rule) continue;
      for (const language of ['en', 'es', 'fr', 'de'] as const)
        expect(of(rule)[language]).not.toBe(of(other)[language]);
    }
    const number = { guard_band: '0.5', guard_band_risk: '3.3', target_pfa: '1.25' }[rule as string];
    if (number !== undefined) expect(of(rule).en).toContain(number);
  });
});
