import { inTurns, takeTurns } from '#lib/server/turns/take-turns.ts';
import type { PagedDocument } from '../document/blocks.ts';
import { paint, type PaintedDocument } from '../layout/paint.ts';
import { settingSteps } from '../layout/set-document.ts';
import { stamped } from '../layout/stamp.ts';
import { Engine } from './engine.ts';
import type { LatexFacts } from './facts.ts';
import { Faults } from './faults.ts';
import { COMMANDS, ENVIRONMENTS } from './all-commands.ts';
import { fontSize } from './sizes.ts';
import { pageMargins } from './page-commands.ts';
import { roomFor } from './page-room.ts';
import { Input } from './input.ts';
import { Labels } from './labels.ts';
import { LIMITS } from './limits.ts';
import { pageEnds } from './paper.ts';
import { parseSource, type Tex } from './parse-source.ts';
import { Scope } from './style.ts';

export { LatexError, type LatexFault } from './faults.ts';
export type { LatexFacts, LatexPicture } from './facts.ts';

/**
 * Sets a LaTeX document with the embedded engine: an unsigned PDF. Throws LatexError that names every command outside of
 * the subset with its line. Deterministic; yields to other work.
 * @param room one that was filled with the values of a whole certificate may be longer
 */
export async function setLatex(
  source: string,
  facts: LatexFacts,
  {
    mostBytes = LIMITS.sourceBytes,
    mostPages = LIMITS.pages
  }: { readonly mostBytes?: number; readonly mostPages?: number } = {}
): Promise<PaintedDocument> {
  const pause = takeTurns();
  const faults = new Faults();
  const nodes = await parseSource(source, faults, pause, mostBytes);
  // Each letter of the source is read once: the rest is what its definitions add.
  const mostNodes = LIMITS.nodes + source.length;
  const first = await readDocument(
    nodes,
    new Engine(faults, facts, COMMANDS, ENVIRONMENTS, new Labels(null), mostNodes),
    pause
  );
  const { labels } = first.engine;
  // What \ref names further on is known after a first reading.
  const { engine, flow, scope } =
    labels.isIncomplete && faults.isEmpty
      ? await readDocument(
          nodes,
          new Engine(faults, facts, COMMANDS, ENVIRONMENTS, new Labels(labels.found), mostNodes),
          pause
        )
      : first;
  const margins = pageMargins(engine, scope.inner(engine.length('textwidth')));
  faults.check();
  const paged: PagedDocument = {
    title: facts.title,
    author: facts.author,
    subject: facts.subject,
    creator: 'Plumbline',
    language: facts.language,
    createdAt: facts.createdAt,
    text: { ...engine.baseSize, color: [0, 0, 0] },
    ...roomFor(margins, engine),
    body: flow.blocks,
    pageEnds: pageEnds(engine.classSize),
    countsPages: engine.countsPages
  };
  const {
    result: { pages }
  } = await inTurns(settingSteps(paged), pause);
  if (pages.length > mostPages) faults.fatal(1, null, 'too_many_pages', { most: mostPages });
  return paint(stamped(pages, facts, paged), paged);
}

/** Reads the whole source once. */
async function readDocument(nodes: readonly Tex[], engine: Engine, pause: () => Promise<void>) {
  const { size, skip } = fontSize('normalsize', 10);
  const scope = new Scope(
    { bold: false, italic: false, underline: false, size, skip, color: [0, 0, 0], link: null, script: null },
    'justify',
    engine.length('textwidth')
  );
  const document = readPreamble(nodes, engine, scope);
  const flow = engine.newFlow();
  const body = scope.inner(engine.length('textwidth'));
  const input = new Input(document, engine.faults);
  for (let node = input.next(); node; node = input.next()) {
    engine.step(node, input, body, flow);
    await pause();
  }
  flow.endParagraph(body);
  return { engine, flow, scope };
}

const DOCUMENT = '\\begin{document}';

/** Reads everything before the document. @returns the document's content. */
function readPreamble(nodes: readonly Tex[], engine: Engine, scope: Scope): readonly Tex[] {
  const at = nodes.findIndex((node) => node.kind === 'environment' && node.name === 'document');
  const document = nodes[at];
  if (document?.kind !== 'environment') return engine.faults.fatal(1, '\\begin', 'no_document', { command: DOCUMENT });
  const flow = engine.newFlow();
  engine.run(new Input(nodes.slice(0, at), engine.faults), scope, flow);
  if (flow.takeContent().length > 0 || flow.blocks.length > 0) {
    engine.faults.add(document.line, null, 'text_before', { command: DOCUMENT });
  }
  if (!engine.hasPaper)
    engine.faults.fatal(1, '\\documentclass', 'begins_with_class', { command: '\\documentclass{article}' });
  return document.body;
}
