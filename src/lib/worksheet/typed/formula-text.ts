/** Formulas as people type them, in the plain signs that the engine reads. */
import { FormulaFault } from '#lib/metrology/formula/formula-fault.ts';
import { parseFormula } from '#lib/metrology/formula/parse-formula.ts';

/** A formula with the signs that keyboards and languages put in place of the plain ones; as long as the text that was typed. */
export function plainFormula(text: string): string {
  return text
    .replaceAll(/(\d),(\d)/g, '$1.$2')
    .replaceAll(/[−–]/g, '-')
    .replaceAll(/[·×∙]/g, '*')
    .replaceAll('÷', '/');
}

export type FormulaReading = { readonly parameters: readonly string[]; readonly fault: FormulaFault | null };

/** The parameters of a formula in the engine's order; while it is half typed, the names that stand in it. */
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
