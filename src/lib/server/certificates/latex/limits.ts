/** What one document may ask for. A template's text comes from people, its values from records: neither may stop the server. */
export const LIMITS = {
  sourceBytes: 256 * 1024,
  /** Groups, environments and formulas inside each other. */
  nesting: 60,
  definitions: 500,
  /** Calls of \newcommand's commands. */
  expansions: 20_000,
  /** Pieces of source that those calls put in, and that are set, besides as many as the source has letters. */
  nodes: 400_000,
  /** Paragraphs, rows, boxes. */
  blocks: 20_000,
  /** Each time one is shown. */
  pictures: 300,
  /** More if a calibration has hundreds of points. */
  pages: 200
} as const;
