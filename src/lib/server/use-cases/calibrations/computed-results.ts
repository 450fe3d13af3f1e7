import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Results that a plan needs because of the registry's data, computed while no transaction is open. A transaction
 * records what it needs and ends without writing; the next one finds it here, or needs another if the registry has
 * changed meanwhile.
 */
export class ComputedResults {
  readonly #computed = new Map<string, AnalysisResult | AnalysisRefusal>();
  readonly #wanted = new Map<string, AnalysisRequest>();

  get areWanted(): boolean {
    return this.#wanted.size > 0;
  }

  /** @returns the result; `null` if it is now requested */
  of(submissionId: string, request: AnalysisRequest): AnalysisResult | AnalysisRefusal | null {
    // The readings of a submission are always the same.
    const { points: _, as_found_points: _found, verification_points: _verification, ...asked } = request;
    const key = `${submissionId} ${canonicalJson(asked)}`;
    const found = this.#computed.get(key);
    if (found === undefined) this.#wanted.set(key, request);
    return found ?? null;
  }

  /** Computes all requested results. @throws Refusal `analysis_too_long`, `too_many_requests` */
  async find({ analyses }: Pick<Services, 'analyses'>, actor: PersonActor): Promise<void> {
    for (const [key, request] of this.#wanted) {
      const found = await analyses.analyze(request, { person: actor.userId }).catch((thrown: unknown) => {
        if (thrown instanceof AnalysisRefusal) return thrown;
        throw thrown;
      });
      this.#computed.set(key, found);
    }
    this.#wanted.clear();
  }
}
