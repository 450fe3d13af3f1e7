/** The editor of a template's source: CodeMirror, in a file of its own that is fetched when somebody edits. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { stex } from '@codemirror/legacy-modes/mode/stex';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate
} from '@codemirror/view';
import { COLOURS, LOOK } from './editor-look.ts';
import type { Insertion } from './insertion.ts';
import type { SourceFault } from './source-faults.ts';

export type SourceEditor = {
  readonly text: () => string;
  /** Replaces all of it; one step for Undo. */
  readonly replace: (text: string) => void;
  /** At the cursor, in place of what is selected; the cursor is then inside it. */
  readonly insert: (part: Insertion) => void;
  /** Shows faults at their lines, in place of those before. */
  readonly mark: (faults: readonly SourceFault[]) => void;
  /** Puts the cursor at the beginning of a line, from 1. */
  readonly goTo: (line: number) => void;
  /** Shows what differs from another text; null: nothing is compared. */
  readonly compare: (other: string | null) => void;
  readonly destroy: () => void;
};

type Options = {
  readonly text: string;
  /** What a screen reader calls the field. */
  readonly label: string;
  /** Id of the element that tells more about the field. */
  readonly describedBy: string;
  readonly readOnly: boolean;
  /** Words of CodeMirror, by its own in English. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly onchange: (text: string) => void;
  readonly onsave: () => void;
  readonly onpreview: () => void;
};

const placeholder = (name: string): Decoration => Decoration.mark({ class: name });
const MATCHES = new MatchDecorator({
  regexp: /\\(VAR|BLOCK)\{[^}]*\}/g,
  decoration: ([, kind]) => placeholder(kind === 'VAR' ? 'cm-value' : 'cm-control')
});
/** The placeholders, which LaTeX does not know. */
const PLACEHOLDERS = ViewPlugin.fromClass(
  class {
    found: DecorationSet;
    constructor(view: EditorView) {
      this.found = MATCHES.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.found = MATCHES.updateDeco(update, this.found);
    }
  },
  { decorations: ({ found }) => found }
);

const comparison = (original: string): Extension =>
  unifiedMergeView({ original, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 8 } });

/** A fault beyond the end, as where a template ends too early, is shown at the last line. */
const lineOf = (doc: Text, line: number) => doc.line(Math.min(Math.max(line, 1), doc.lines));

export function openEditor(parent: HTMLElement, options: Options): SourceEditor {
  const compared = new Compartment();
  const bound = (work: () => void) => () => {
    work();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        search({ top: true }),
        EditorView.lineWrapping,
        StreamLanguage.define(stex),
        syntaxHighlighting(COLOURS),
        LOOK,
        PLACEHOLDERS,
        compared.of([]),
        EditorState.phrases.of(options.phrases),
        EditorState.readOnly.of(options.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': options.label,
          'aria-describedby': options.describedBy,
          'aria-readonly': String(options.readOnly),
          tabindex: '0',
          spellcheck: 'false',
          autocapitalize: 'none'
        }),
        // Tab is left to the page: who works with the keyboard gets out of the field by it.
        keymap.of([
          { key: 'Mod-s', run: bound(options.onsave), preventDefault: true },
          { key: 'Mod-Enter', run: bound(options.onpreview), preventDefault: true },
          ...searchKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onchange(update.state.doc.toString());
        })
      ]
    })
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    insert: ({ before, after }) => {
      const { from, to } = view.state.selection.main;
      const inside = from + before.length;
      view.dispatch({
        changes: { from, to, insert: before + after },
        selection: { anchor: inside },
        scrollIntoView: true,
        userEvent: 'input'
      });
      view.focus();
    },
    mark: (faults) => {
      const { doc } = view.state;
      const diagnostics = faults.map(({ line, message }): Diagnostic => {
        const { from, to } = lineOf(doc, line);
        return { from, to, severity: 'error', message };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
      const [first] = diagnostics;
      if (first) view.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: 'nearest', yMargin: 40 }) });
    },
    goTo: (line) => {
      const { from } = lineOf(view.state.doc, line);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    compare: (other) => view.dispatch({ effects: compared.reconfigure(other === null ? [] : comparison(other)) }),
    destroy: () => view.destroy()
  };
}
