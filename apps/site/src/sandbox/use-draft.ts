import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import {
  type Draft,
  earlierDraftIsBack,
  exampleDraft,
  firstDraft,
  isUntouched,
  type Replacement,
  storedReplacement,
  storedSandboxDraft,
  storeReplacement,
  storeSandboxDraft,
} from './draft.ts'
import { bodyOf } from './sandbox-request.ts'
import { draftIn } from './shared-link.ts'

export type ChangeDraft = (change: (draft: Draft) => Draft) => void
/** A change that may discard the visitor's work, so it can be undone. The text describes the change. */
export type ReplaceDraft = (text: string, change: (draft: Draft) => Draft) => void

interface DraftState {
  draft: Draft
  replacement?: Replacement | undefined
}

const replaced = (draft: Draft, before: Draft, text: string): DraftState => ({
  draft,
  replacement: { text, ...(!isUntouched(before) && { before }) },
})

const brokenLink: Replacement = { text: 'This link is incomplete or damaged.' }

const isUnfinished = ({ json }: Draft): boolean => json !== undefined && typeof bodyOf(json) === 'string'

function stored(state: DraftState): DraftState {
  storeSandboxDraft(state.draft)
  storeReplacement(state.replacement)
  return state
}

/**
 * The draft and the one it replaced, both of which survive a reload. A URL with an example or a shared draft replaces
 * the draft.
 */
export function useDraft() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [{ draft, replacement }, setState] = useState<DraftState>(() => ({
    draft: storedSandboxDraft() ?? firstDraft,
    replacement: storedReplacement(),
  }))

  const replace: ReplaceDraft = (text, edit) =>
    setState(({ draft: before }) => stored(replaced(edit(before), before, text)))
  const change: ChangeDraft = (edit) =>
    setState((state) => {
      const after = edit(state.draft)
      const dropsJson = isUnfinished(state.draft) && after.json === undefined
      return stored(
        dropsJson ? replaced(after, state.draft, 'Your unfinished JSON was replaced.') : { ...state, draft: after },
      )
    })
  /** Restores the draft from before the replacement. A second undo returns to the current one. */
  const undo = () =>
    setState((state) => {
      const before = state.replacement?.before
      return before ? stored(replaced(before, state.draft, earlierDraftIsBack)) : state
    })
  const closeNote = () => setState((state) => stored({ draft: state.draft }))

  useEffect(() => {
    let isGone = false
    const open = async () => {
      const example = exampleDraft(new URLSearchParams(search).get('example'))
      const opened = example ?? (await draftIn(hash))
      if (isGone || (!opened && !hash.startsWith('#sandbox='))) return
      if (opened) replace(example ? 'Opened the example.' : 'Opened the draft from your link.', () => opened)
      else setState((state) => ({ ...state, replacement: brokenLink }))
      // A reload keeps later edits instead of opening the link again.
      void navigate(paths.sandbox, { replace: true })
    }
    void open()
    return () => {
      isGone = true
    }
    // Runs only when the URL changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search, hash])

  return { draft, change, replace, undo, closeNote, replacement }
}
