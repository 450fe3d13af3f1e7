import { describe, expect, it } from 'vitest';
import { ligatures } from './ligatures.ts';

describe('letters of LaTeX', () => {
  it('become dashes and quotes', () => {
    expect(ligatures("``a'' --- 3--5, don't", null)).toBe('“a” — 3–5, don’t');
  });

  it('have the shorthands of German only in German', () => {
    expect(ligatures('"`Gr"o"se"\'', 'ngerman')).toBe('„Größe“');
    expect(ligatures('5"', null)).toBe('5"');
  });

  it('have the spaces of French only in French', () => {
    expect(ligatures('Valeur : « oui » ! Fin ?', 'french')).toBe('Valeur\u00a0: «\u00a0oui\u00a0»\u202f! Fin\u202f?');
    expect(ligatures('Value : yes !', 'english')).toBe('Value : yes !');
  });
});
