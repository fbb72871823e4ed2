import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { type Draft, exampleDraft, firstDraft, storeSandboxDraft, storedSandboxDraft } from './draft.ts'
import { draftIn } from './shared-link.ts'

export type ChangeDraft = (change: (draft: Draft) => Draft) => void

/** The draft, which survives a reload. A URL with an example or a shared draft replaces it. */
export function useDraft() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => storedSandboxDraft() ?? firstDraft)
  const [note, setNote] = useState('')

  const change: ChangeDraft = (edit) =>
    setDraft((before) => {
      const after = edit(before)
      storeSandboxDraft(after)
      return after
    })

  useEffect(() => {
    let isGone = false
    const open = async () => {
      const example = exampleDraft(new URLSearchParams(search).get('example'))
      const opened = example ?? (await draftIn(hash))
      if (isGone || (!opened && !hash.startsWith('#sandbox='))) return
      if (opened) change(() => opened)
      setNote(
        example
          ? ''
          : opened
            ? 'Opened the draft from your link.'
            : 'This link is cut off or damaged, so it could not be opened.',
      )
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

  return { draft, change, note }
}
