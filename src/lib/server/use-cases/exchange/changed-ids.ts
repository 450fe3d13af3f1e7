import { CompactIndex } from '#lib/server/archive/compact-index.ts';
import { derivedId } from './derived-id.ts';

/**
 * What ids of an archive become, for those that do not stay. Nearly all of them become what their organization makes of them, so of
 * hundreds of thousands it is enough to know which they are.
 */
export class ChangedIds {
  readonly #organizationId: string;
  readonly #derived = new CompactIndex();
  readonly #others = new Map<string, string>();
  constructor(organizationId: string) {
    this.#organizationId = organizationId;
  }

  get(id: string): string | undefined {
    return this.#others.get(id) ?? (this.#derived.has(id) ? derivedId(this.#organizationId, id) : undefined);
  }
  has(id: string): boolean {
    return this.#others.has(id) || this.#derived.has(id);
  }
  set(id: string, becomes: string): void {
    this.#others.delete(id);
    if (becomes === derivedId(this.#organizationId, id)) this.#derived.add(id);
    else this.#others.set(id, becomes);
  }
}
