import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page. Without it, the browser would navigate to a dropped file.
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(add: (files: Iterable<File>) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    const { dataTransfer } = event
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setIsOver(event.type === 'dragover')
    if (event.type === 'drop') add([...dataTransfer.files])
  })
  const leave = useEffectEvent((event: DragEvent) => {
    if (!event.relatedTarget) setIsOver(false)
  })
  useEffect(() => {
    addEventListener('dragover', drop)
    addEventListener('drop', drop)
    addEventListener('dragleave', leave)
    return () => {
      removeEventListener('dragover', drop)
      removeEventListener('drop', drop)
      removeEventListener('dragleave', leave)
    }
  }, [])
  return isOver
}
