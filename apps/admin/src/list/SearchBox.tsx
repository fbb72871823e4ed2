import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { firstPage } from './paging.ts'
import type { UrlState } from './use-url-state.ts'

/** How long typing has to pause before a request is sent. */
const pauseMs = 250

type Props = {
  url: UrlState
  name?: string
  label: string
  placeholder?: string | undefined
}

/** Server-side search. Typing never waits for the results. */
export function SearchBox({ url, name = 'q', label, placeholder = 'Name, email, company, or phone' }: Props) {
  const value = url.get(name) ?? ''
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [reported, setReported] = useState(value)
  const report = useDebouncedCallback((text: string) => {
    setReported(text)
    url.set({ [name]: text, ...firstPage }, { replace: true })
  }, pauseMs)

  // If Back, a view, or "Clear all" changed the URL, the box follows it. If the URL only arrives at what was reported, more
  // text may have been typed in the meantime, and it stays.
  if (known !== value) {
    setKnown(value)
    if (value !== reported) {
      setReported(value)
      setTyped(value)
    }
  }

  const change = (text: string) => {
    setTyped(text)
    report(text.trim())
  }
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      data-search
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />}
    />
  )
}
