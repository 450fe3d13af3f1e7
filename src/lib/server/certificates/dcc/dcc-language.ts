import type { CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { certificatePrinter, type Printer } from '../print/printer.ts';
import { dccWords, type DccWords } from './dcc-words.ts';
import { differenceDsi, toDsi, type DsiUnit } from '#lib/laboratory/dcc/d-si-units.ts';
import { element, elementWith, escapeText, type Xml } from './xml.ts';

/** Everything that a digital certificate says: that of the printed one, and the country that its format requires. */
export type DccFacts = CertificateFacts & {
  /** ISO 3166-1, two letters. */
  readonly country: string;
};

/** Words, units and the certificate’s own printer, with which both say the same. */
export type DccPrinter = {
  readonly print: Printer;
  readonly words: DccWords;
  readonly unit: DsiUnit;
  readonly measuredUnit: DsiUnit;
  readonly differenceUnit: DsiUnit;
  /** A text in the certificate’s language. */
  said(name: string, text: string): Xml;
};

export function dccPrinter(facts: DccFacts): DccPrinter {
  const print = certificatePrinter(facts, 'comfortable');
  const unit = toDsi(print.unit);
  return {
    print,
    words: dccWords(print.language),
    unit,
    measuredUnit: toDsi(print.measuredUnit),
    differenceUnit: differenceDsi(unit),
    said: (name, text) => element(name, content(text, print.language))
  };
}

/** A text of unknown language: what people typed. */
export const typed = (name: string, text: string): Xml => element(name, content(text, null));

const content = (text: string, lang: string | null): Xml =>
  elementWith('dcc:content', { lang }, escapeText(text.trim() === '' ? '–' : text.trim()) as Xml);

/** The words of a sentence of the printed certificate. */
export const textOf = (runs: readonly Inline[]): string =>
  runs.map((run) => (run.kind === 'text' ? `${run.script === 'sub' ? '_' : ''}${run.text}` : ' ')).join('');

/** The paragraphs of a part of the printed certificate, without its heading. */
export const paragraphsOf = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? [textOf(block.content)] : []));
