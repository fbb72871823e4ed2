import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { apiOrigin } from '../urls/api-origin.ts'
import { saveExport } from './save-export.ts'

type Props = { url: string; text?: string; size?: 'sm' | 'compact-sm' }

/** Saves an export to a file. */
export function ExportLink({ url, text = 'Export CSV', size = 'sm' }: Props) {
  const [isAsking, setAsking] = useState(false)
  const save = async (event: MouseEvent) => {
    // A click with a modifier key opens the link elsewhere, as on any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setAsking(true)
    await saveExport(url)
    setAsking(false)
  }
  return (
    <Button
      component="a"
      href={apiOrigin + url}
      download
      variant="default"
      size={size}
      loading={isAsking}
      onClick={(event) => void save(event)}
    >
      {text}
    </Button>
  )
}
