import type { Language } from '#lib/contracts/primitives.ts';
import type { TemplateEngine } from '#lib/records/certificate-template.ts';
import { isExternal, laboratoryName, type CertificateFacts } from '../certificate-facts.ts';
import type { Block, ChartBlock, SignatureBlock } from '../document/blocks.ts';
import { latexFault } from '../latex/faults.ts';
import { LIMITS } from '../latex/limits.ts';
import { LatexError, setLatex, type LatexFacts, type LatexPicture } from '../latex/set-latex.ts';
import type { PaintedDocument } from '../layout/paint.ts';
import { CHART_HEIGHTS } from '../parts/curve.ts';
import { fitCertificate, type ComposedCertificate } from '../render-certificate.ts';
import type { TexProgram } from '../tex/find-tex.ts';
import { setTex } from '../tex/set-tex.ts';
import { TEXT_WIDTH } from '../print/style.ts';
import { contextOf } from './build-context.ts';
import { fillTemplate, TEMPLATE_LIMITS } from './fill-template.ts';
import { laidOver } from './laid-over.ts';
import { TemplateError } from './template-error.ts';

export type TemplateToRender = {
  readonly source: string;
  /** Null: the certificate's. */
  readonly language: Language | null;
  /** What its trial used. Undefined on trial: the embedded engine, or TeX if the source is outside of the subset. */
  readonly engine?: TemplateEngine | undefined;
};

export type RenderOptions = {
  readonly isPreview?: boolean;
  /** The installed TeX, if the server has one. */
  readonly tex?: TexProgram | null | undefined;
};
/** An unsigned certificate, and what has set it. */
export type RenderedTemplate = PaintedDocument & { readonly engine: TemplateEngine };

/** The facts in the language of the template. */
export const inLanguageOf = <Facts extends Pick<CertificateFacts, 'context'>>(
  facts: Facts,
  { language }: Pick<TemplateToRender, 'language'>
): Facts => (language === null ? facts : { ...facts, context: { ...facts.context, language } });

/**
 * A certificate by a template, as an unsigned PDF. That it is a copy, void or a preview is laid over every page by the
 * server: no template can leave that out. So is the address for verification, unless the pages have it. Deterministic.
 * @throws TemplateError with lines of the template
 */
export async function renderTemplate(
  given: CertificateFacts,
  template: TemplateToRender,
  { isPreview = false, tex = null }: RenderOptions = {}
): Promise<RenderedTemplate> {
  const facts = inLanguageOf(given, template);
  const fitted = await fitCertificate(facts);
  const { print } = fitted;
  const { context } = facts;
  const points = facts.result?.points.length ?? 0;
  const filled = fillTemplate(template.source, contextOf(facts, fitted), points);
  const latexFacts: LatexFacts = {
    title: `${isExternal(facts) ? print.labels.external_title : print.labels.title} ${context.certificate_number}`,
    author: laboratoryName(context.organization),
    subject: `${context.asset.asset_id}, ${context.asset.name}`,
    language: print.language,
    createdAt: facts.copyOf?.printedAt ?? facts.issuedAt,
    pictures: pictures(facts, fitted),
    ...laidOver(facts, print, { source: template.source, isPreview })
  };
  try {
    return await setByEngine(filled.source, latexFacts, { engine: template.engine, tex, points });
  } catch (thrown) {
    if (!(thrown instanceof LatexError)) throw thrown;
    throw new TemplateError(thrown.faults.map((fault) => ({ ...fault, line: filled.lineOf(fault.line) })));
  }
}

/** A page has room for more, in any size that can be read. */
const POINTS_PER_PAGE = 25;

/** @throws LatexError with lines of the source */
async function setByEngine(
  source: string,
  facts: LatexFacts,
  {
    engine,
    tex,
    points
  }: {
    readonly engine: TemplateEngine | undefined;
    readonly tex: TexProgram | null;
    readonly points: number;
  }
): Promise<RenderedTemplate> {
  const mostPages = LIMITS.pages + Math.ceil(points / POINTS_PER_PAGE);
  const byTex = async (program: TexProgram) => ({
    ...(await setTex(source, facts, program, { mostPages })),
    engine: 'tex' as const
  });
  if (engine === 'tex') return byTex(requireTex(tex));
  try {
    return {
      ...(await setLatex(source, facts, { mostBytes: TEMPLATE_LIMITS.outputBytes, mostPages })),
      engine: 'embedded'
    };
  } catch (thrown) {
    if (engine === 'embedded' || tex === null || !(thrown instanceof LatexError)) throw thrown;
    return byTex(tex);
  }
}

function requireTex(tex: TexProgram | null): TexProgram {
  if (tex) return tex;
  throw new LatexError([latexFault(1, null, 'no_tex')]);
}

/** Natural sizes in points; the chart is as wide as the text of the built-in certificate. */
const QR_WIDTH = 64;
const SIGNATURE = { width: 180, height: 78 };

function pictures(facts: CertificateFacts, { parts }: ComposedCertificate): ReadonlyMap<string, LatexPicture> {
  const found = new Map<string, LatexPicture>();
  found.set('qr', {
    width: QR_WIDTH,
    height: QR_WIDTH,
    blocks: (width) => [{ kind: 'qr', text: facts.context.verify_url, width }]
  });
  const chart = parts.curve.find((block) => block.kind === 'chart');
  if (chart?.kind === 'chart') {
    found.set('chart', chartPicture({ ...chart, height: CHART_HEIGHTS.comfortable }));
    found.set('low-chart', chartPicture({ ...chart, height: CHART_HEIGHTS.compact }));
  }
  const { logo } = facts;
  if (logo) {
    found.set('logo', {
      width: logo.width,
      height: logo.height,
      blocks: (width) => [{ kind: 'image', ...logo, width, height: (logo.height * width) / logo.width }]
    });
  }
  const signature = signatureOf(parts.closing);
  if (signature) found.set('signature', { ...SIGNATURE, blocks: () => [signature] });
  return found;
}

const chartPicture = (chart: ChartBlock): LatexPicture => ({
  width: TEXT_WIDTH,
  height: chart.height,
  blocks: (width) => [{ kind: 'scaled', blocks: [chart], width: TEXT_WIDTH, scale: width / TEXT_WIDTH }]
});

function signatureOf(blocks: readonly Block[]): SignatureBlock | undefined {
  const inner = blocks.flatMap((block) => (block.kind === 'columns' ? block.columns.flatMap((of) => of.blocks) : []));
  return inner.find((block) => block.kind === 'signature');
}
