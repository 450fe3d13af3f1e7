import type { Finding } from '#lib/contracts/exchange.ts';

/** Listed of one asset, of errors and of everything else; more helps nobody. */
const MOST_OF_AN_ASSET = 50;
/** Listed of all assets together; of those that come then, one each. */
const MOST = 50_000;

/** Findings of one file: so many are kept as a person can read, and all are counted. */
export class FindingBudget {
  /** How many there are, whether kept or not. */
  count = 0;
  #left = MOST;

  ofAsset(): AssetFindings {
    return new AssetFindings(this);
  }

  /** @param isFirst of its asset and level: it is kept in any case */
  takes(isFirst: boolean): boolean {
    this.count++;
    return this.#left-- > 0 || isFirst;
  }
}

/** What was found about one asset, in the order in which it was met. */
export class AssetFindings {
  readonly #budget: FindingBudget;
  readonly #kept: Finding[] = [];
  #errors = 0;
  #isCut = false;
  constructor(budget: FindingBudget) {
    this.#budget = budget;
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  add(...found: readonly Finding[]): void {
    for (const finding of found) {
      const isError = finding.level === 'error';
      const same = isError ? this.#errors : this.#kept.length - this.#errors;
      if (!this.#budget.takes(same === 0) || same >= MOST_OF_AN_ASSET) {
        this.#isCut = true;
        continue;
      }
      this.#kept.push(finding);
      if (isError) this.#errors++;
    }
  }

  /** Says also that there are more. */
  list(): Finding[] {
    return this.#isCut ? [...this.#kept, MORE] : [...this.#kept];
  }
}

const MORE: Finding = {
  level: 'info',
  code: 'more_findings',
  loc: [],
  message: 'There are more problems of this kind. Correct the listed ones and check the file again.'
};
