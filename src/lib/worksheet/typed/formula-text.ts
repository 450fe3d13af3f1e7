/** Converts typed formulas to the plain signs that the engine reads. */
import { FormulaFault } from '#lib/metrology/formula/formula-fault.ts';
import { parseFormula } from '#lib/metrology/formula/parse-formula.ts';

/** A formula in plain signs instead of typographic or localized ones; the length does not change. */
export function plainFormula(text: string): string {
  return text
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[·×∙]/g, '*')
    .replaceAll('÷', '/');
}

export type FormulaReading = { readonly parameters: readonly string[]; readonly fault: FormulaFault | null };

/** The parameters of a formula in the engine's order; while it is incomplete, the names in it. */
export function readFormula(text: string): FormulaReading {
  const plain = plainFormula(text);
  try {
    return { parameters: parseFormula(plain).parameters, fault: null };
  } catch (fault) {
    if (!(fault instanceof FormulaFault)) throw fault;
    const names = [...plain.matchAll(/[A-Za-z_]\w*(?!\w|\s*\()/g)].map(([name]) => name);
    const variable = names.includes('y') ? 'y' : 'x';
    return { parameters: [...new Set(names)].filter((name) => name !== variable && name !== 'pi'), fault };
  }
}
