/**
 * A request that must not be computed because its numbers could not be trusted. `path` leads from the request's root to
 * the field (`['points', 3, 'measured']`); `code` is stable and translated by the screens; `message` is the English
 * sentence.
 */
export class AnalysisRefusal extends Error {
  constructor(
    readonly code: string,
    readonly path: readonly (string | number)[],
    message: string
  ) {
    super(message);
    this.name = 'AnalysisRefusal';
  }
}
