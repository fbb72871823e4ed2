import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

/**
 * Accepts files dropped anywhere on the page. Without it, the browser would navigate to a dropped file.
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    const { dataTransfer } = event
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setIsOver(event.type === 'dragover')
    if (event.type === 'drop') add([...dataTransfer.files])
  }
  useWindowEvent('dragover', drop)
  useWindowEvent('drop', drop)
  useWindowEvent('dragleave', (event) => {
    if (!event.relatedTarget) setIsOver(false)
  })
  return isOver
}
