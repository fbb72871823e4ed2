import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../content/paths.ts'
import { type Draft, exampleDraft, firstDraft, keepDraft, keptDraft } from './draft.ts'
import { draftIn } from './shared-link.ts'

export type ChangeDraft = (change: (draft: Draft) => Draft) => void

/** What is typed, which outlives a reload. An address that names an example or holds a draft takes its place. */
export function useDraft() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => keptDraft() ?? firstDraft)
  const [note, setNote] = useState('')

  const change: ChangeDraft = (edit) =>
    setDraft((before) => {
      const after = edit(before)
      keepDraft(after)
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
        example ? '' : opened ? 'This is what the link holds.' : 'This link is cut off or damaged: it holds nothing.',
      )
      // A reload shows what was typed since.
      void navigate(paths.sandbox, { replace: true })
    }
    void open()
    return () => {
      isGone = true
    }
    // Only when the address changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search, hash])

  return { draft, change, note }
}
