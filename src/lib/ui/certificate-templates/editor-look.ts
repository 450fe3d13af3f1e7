/** How the editor looks: the app's own colours, so that it follows the theme, and targets as large as elsewhere. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Commands, comments and mathematics of LaTeX. Colour alone tells nothing here that the text does not. */
export const COLOURS = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.atom, tags.number, tags.string], color: 'var(--ink-2)' }
]);

const MONO = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';

export const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: 'var(--text-s)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: 'var(--s2) 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--band)'
  },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 0 0 0 1px var(--line)' },
  '.cm-gutters': {
    backgroundColor: 'var(--paper-2)',
    color: 'var(--ink-3)',
    borderRight: 'var(--hair) solid var(--line)'
  },
  '.cm-activeLineGutter': { backgroundColor: 'var(--paper-3)', color: 'var(--ink)' },
  '.cm-value': { color: 'var(--pass)', fontWeight: '600' },
  '.cm-control': { color: 'var(--warn)', fontWeight: '600' },
  '.cm-value span, .cm-control span': { color: 'inherit' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--accent-tint)',
    outline: '1px solid var(--accent)'
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-tint)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-tint)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--band)' },

  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px solid var(--fail)' },
  '.cm-lint-marker-error': { content: 'none', position: 'relative' },
  '.cm-lint-marker-error::after': { content: '"✕"', color: 'var(--fail)', fontWeight: '700' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--fail)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    border: 'var(--hair) solid var(--line-strong)',
    maxWidth: 'min(60ch, 90vw)',
    fontFamily: 'var(--font)'
  },

  '.cm-panels': { backgroundColor: 'var(--paper-2)', color: 'var(--ink)', fontFamily: 'var(--font)' },
  '.cm-panels.cm-panels-top': { borderBottom: 'var(--hair) solid var(--line-strong)' },
  '.cm-panels.cm-panels-bottom': { borderTop: 'var(--hair) solid var(--line-strong)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'var(--s2)',
    padding: 'var(--s2)'
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': { fontSize: 'var(--text-s)' },
  '.cm-panel.cm-search [name=close]': { position: 'static', order: '1', minWidth: 'var(--touch)' },
  '.cm-textfield, .cm-button': {
    minHeight: 'var(--touch)',
    margin: '0',
    border: 'var(--hair) solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--paper)',
    color: 'var(--ink)',
    font: 'inherit'
  },
  '.cm-button': { padding: '0 var(--s3)', backgroundImage: 'none' },
  '.cm-panel.cm-panel-lint [name=close]': { color: 'var(--ink)' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { backgroundColor: 'var(--paper-3)', color: 'var(--ink)' },

  '.cm-changeGutter': { width: '4px', paddingLeft: '0' },
  '.cm-changedLineGutter': { background: 'var(--pass)' },
  '.cm-deletedLineGutter': { background: 'var(--fail)' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--accent-tint)' },
  '.cm-changedText, .cm-insertedLine .cm-changedText': { background: 'var(--band)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--fail-tint)', paddingLeft: '6px' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
  // Not by colour alone.
  '.cm-deletedLine::before': { content: '"− "', color: 'var(--fail)', fontWeight: '700' },
  '.cm-collapsedLines': {
    padding: '6px 5px 6px 10px',
    background: 'var(--paper-2)',
    color: 'var(--accent)',
    fontFamily: 'var(--font)',
    cursor: 'pointer'
  },
  // Its own signs are in few fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"', marginInline: '6px' }
});
