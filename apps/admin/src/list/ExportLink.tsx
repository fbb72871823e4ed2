import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { apiOrigin } from '../urls/api-origin.ts'
import { saveExport } from './save-export.ts'

type Props = { url: string; text?: string; size?: 'sm' | 'compact-sm' }

/** Saves an export to a file. */
export function ExportLink({ url, text = 'Export CSV', size = 'sm' }: Props) {
  const [isChecking, setChecking] = useState(false)
  const save = async (event: MouseEvent) => {
    // A click with a modifier key opens the link elsewhere, as with any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setChecking(true)
    await saveExport(url)
    setChecking(false)
  }
  return (
    <Button
      component="a"
      href={apiOrigin + url}
      download
      variant="default"
      size={size}
      loading={isChecking}
      onClick={(event) => void save(event)}
    >
      {text}
    </Button>
  )
}
