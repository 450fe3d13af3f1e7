import type { MathRole } from '../document/math.ts';

const lower =
  'alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω';
const upper = 'Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω';
const ordinary =
  'infty ∞ partial ∂ nabla ∇ vdots ⋮ hbar ℏ ell ℓ prime ′ degree ° emptyset ∅ forall ∀ exists ∃ angle ∠ Re ℜ Im ℑ % % $ $ & & # # _ _ { { } } | ‖ Vert ‖ vert | backslash \\ ';
const binary =
  'pm ± mp ∓ times × cdot · div ÷ ast ∗ star ⋆ cup ∪ cap ∩ wedge ∧ land ∧ vee ∨ lor ∨ oplus ⊕ otimes ⊗ setminus ∖ circ ∘ bullet •';
const relation =
  'le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ subseteq ⊆ to → rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ mapsto ↦ mid ∣ parallel ∥ perp ⊥ colon :';
const open = 'lbrace { langle ⟨ lfloor ⌊ lceil ⌈ lbrack [ lvert | lVert ‖';
const close = 'rbrace } rangle ⟩ rfloor ⌋ rceil ⌉ rbrack ] rvert | rVert ‖';

const inner = 'ldots … dots … cdots ⋯';

export type Sign = { readonly text: string; readonly role: MathRole; readonly italic?: boolean };

function table(list: string, role: MathRole, italic = false): [string, Sign][] {
  const words = list.trim().split(' ');
  return words.flatMap((name, index): [string, Sign][] =>
    index % 2 === 0 ? [[name, { text: words[index + 1] ?? '', role, ...(italic && { italic }) }]] : []
  );
}

/** Commands that are one sign of a formula. */
export const MATH_SIGNS: ReadonlyMap<string, Sign> = new Map([
  ...table(lower, 'ordinary', true),
  ...table(upper, 'ordinary'),
  ...table(ordinary, 'ordinary'),
  ...table(binary, 'binary'),
  ...table(relation, 'relation'),
  ...table(open, 'open'),
  ...table(close, 'close'),
  ...table(inner, 'inner')
]);

/** Sums: larger in displays, some with limits above and below. */
export const LARGE_SIGNS: ReadonlyMap<string, { readonly text: string; readonly hasLimits: boolean }> = new Map([
  ['sum', { text: '∑', hasLimits: true }],
  ['prod', { text: '∏', hasLimits: true }],
  ['int', { text: '∫', hasLimits: false }]
]);

/** Names of functions. */
export const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth ln log lg exp min max sup inf lim det dim arg deg gcd ker Pr'.split(
    ' '
  )
);
export const FUNCTIONS_WITH_LIMITS = new Set(['lim', 'min', 'max', 'sup', 'inf', 'det', 'gcd', 'Pr']);

/** Marks above a letter. */
export const MARKS: Readonly<Record<string, string>> = {
  bar: 'bar',
  overline: 'overline',
  underline: 'underline',
  hat: 'ˆ',
  widehat: 'ˆ',
  tilde: '˜',
  widetilde: '˜',
  dot: '˙',
  ddot: '¨',
  vec: '→'
};

/** Widths of spaces in ems. */
export const MATH_SPACES: Readonly<Record<string, number>> = {
  ',': 3 / 18,
  ':': 4 / 18,
  ';': 5 / 18,
  '!': -3 / 18,
  ' ': 0.25,
  quad: 1,
  qquad: 2,
  thinspace: 3 / 18,
  enspace: 0.5
};

/** Characters of the source. */
export const CHARACTER_ROLES: Readonly<Record<string, Sign>> = {
  '+': { text: '+', role: 'binary' },
  '-': { text: '−', role: 'binary' },
  '−': { text: '−', role: 'binary' },
  '±': { text: '±', role: 'binary' },
  '×': { text: '×', role: 'binary' },
  '·': { text: '·', role: 'binary' },
  '*': { text: '∗', role: 'binary' },
  '=': { text: '=', role: 'relation' },
  '<': { text: '<', role: 'relation' },
  '>': { text: '>', role: 'relation' },
  '≤': { text: '≤', role: 'relation' },
  '≥': { text: '≥', role: 'relation' },
  '≈': { text: '≈', role: 'relation' },
  '≠': { text: '≠', role: 'relation' },
  ':': { text: ':', role: 'relation' },
  '(': { text: '(', role: 'open' },
  '[': { text: '[', role: 'open' },
  ')': { text: ')', role: 'close' },
  ']': { text: ']', role: 'close' },
  ',': { text: ',', role: 'punctuation' },
  ';': { text: ';', role: 'punctuation' },
  '|': { text: '|', role: 'ordinary' },
  '/': { text: '/', role: 'ordinary' },
  '!': { text: '!', role: 'close' },
  '?': { text: '?', role: 'close' }
};
