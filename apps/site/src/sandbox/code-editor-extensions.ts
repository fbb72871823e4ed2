import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type AssetReference, assetCompletion } from './asset-completion.ts'
import { mergeFieldColors, mergeFieldCompletion } from './merge-field-extensions.ts'
import { showWhole } from './show-whole.ts'

/** Ctrl+Enter proofs the piece, even in the editor. */
const ownKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

/** All of these have a contrast of at least 4.5 on paper. */
const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--teal)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'color-mix(in oklab, var(--gold) 70%, var(--ink))' },
  {
    tag: [tags.attributeValue, tags.string, tags.number, tags.unit, tags.color],
    color: 'color-mix(in oklab, var(--stamp) 88%, var(--ink))',
  },
  { tag: [tags.className, tags.labelName, tags.keyword, tags.definitionKeyword], color: 'var(--teal)' },
  { tag: [tags.comment, tags.documentMeta], color: 'color-mix(in oklab, var(--ink) 70%, var(--paper))' },
])

const theme = EditorView.theme({
  '&': { height: '100%', color: 'inherit', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': {
    border: '0',
    backgroundColor: 'color-mix(in oklab, var(--rule) 45%, var(--paper))',
    color: 'color-mix(in oklab, var(--ink) 72%, var(--paper))',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.4em', padding: '0 6px 0 4px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--rule) 30%, transparent)' },
  '.cm-merge-field': {
    borderRadius: '3px',
    backgroundColor: 'color-mix(in oklab, var(--gold) 22%, transparent)',
    color: 'var(--ink)',
    fontWeight: '600',
  },
  '.cm-merge-field *': { color: 'inherit' },
  '.cm-merge-field-unknown': { textDecoration: 'underline wavy var(--stamp)' },
  '.cm-tooltip, .cm-panels': {
    border: '1px solid var(--rule)',
    backgroundColor: 'white',
    color: 'var(--ink)',
    fontFamily: 'var(--font-text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--ink)', color: 'var(--paper)' },
  '.cm-completionDetail': { opacity: '0.85' },
  '.cm-diagnostic': { maxWidth: '34em', padding: '6px 10px', fontSize: '0.9375rem', whiteSpace: 'normal' },
  '.cm-diagnosticSource': { display: 'block', opacity: '1', fontFamily: 'var(--font-mono), monospace' },
  '.cm-textfield, .cm-button': { fontSize: 'inherit', backgroundImage: 'none' },
  // On a phone, lines wrap instead of running off the screen.
  '@media (max-width: 52em)': {
    '.cm-content': { flexShrink: '1', minWidth: '0', whiteSpace: 'break-spaces', overflowWrap: 'anywhere' },
    '.cm-line': { padding: '0 6px 0 6px' },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '1.6em', padding: '0 4px 0 2px' },
  },
})

/** Lets keyboard users tab past the editor. After a click or the first change, Tab indents. */
function passingByTab(): Extension {
  let isClicked = false
  return [
    EditorView.domEventHandlers({
      mousedown(_event, view) {
        isClicked = true
        view.setTabFocusMode(false)
      },
      focus(_event, view) {
        if (!isClicked) view.setTabFocusMode(true)
      },
      blur() {
        isClicked = false
      },
      keyup({ key }, view) {
        if (key === 'Tab') showWhole(view.dom)
      },
    }),
    EditorView.updateListener.of(({ docChanged, view }) => {
      if (docChanged) view.setTabFocusMode(false)
    }),
  ]
}

/** Adds completion sources to those for HTML and CSS. */
function completing(...sources: CompletionSource[]): Extension {
  // Stable references: new sources would drop the results of the old ones.
  const added = sources.map((autocomplete) => ({ autocomplete }))
  return EditorState.languageData.of(() => added)
}

interface CodeEditorSetup {
  label: string
  describedBy: string
  fields: () => Readonly<Record<string, string>>
  assets: () => readonly AssetReference[]
  onText: (text: string) => void
}

/** An editor of HTML, CSS, and merge fields. */
export const codeEditorExtensions = ({ label, describedBy, fields, assets, onText }: CodeEditorSetup): Extension => [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  // Developers type end tags themselves, so automatic ones would be duplicates.
  html({ autoCloseTags: false }),
  syntaxHighlighting(colors),
  mergeFieldColors,
  completing(mergeFieldCompletion(fields), assetCompletion(assets)),
  theme,
  passingByTab(),
  // Esc lets the next Tab leave the editor.
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...ownKeys,
    ...searchKeymap,
    ...historyKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    // Accessibility checkers expect a tabindex on a scrolling element.
    tabindex: '0',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocorrect: 'off',
  }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onText(state.doc.toString())
  }),
]
