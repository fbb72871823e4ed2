import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { firstPage, useUrlState } from './use-url-state.ts'

/** How long typing has to pause before a request is sent. */
const pauseMs = 250

/** A URL parameter that the user types, and the text in its field. Typing never waits for the URL or the results. */
export function useTypedParam(name: string): [typed: string, change: (text: string) => void] {
  const url = useUrlState()
  const value = url.get(name) ?? ''
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [reported, setReported] = useState(value)
  const report = useDebouncedCallback((text: string) => {
    setReported(text)
    url.set({ [name]: text, ...firstPage }, { replace: true })
  }, pauseMs)

  // If Back, a view, or "Clear all" changed the URL, the field follows it. If the URL only catches up with the reported
  // text, more text may have been typed in the meantime, and it stays.
  if (known !== value) {
    setKnown(value)
    if (value !== reported) {
      report.cancel()
      setReported(value)
      setTyped(value)
    }
  }

  const change = (text: string) => {
    setTyped(text)
    report(text.trim())
  }
  return [typed, change]
}
