import { type DragEvent, useState } from 'react'

export interface DragOrder {
  /** Props of the drag handle. */
  handle: { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void }
  /** Props of the card, which is a drop target. */
  target: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void }
  /** The side of this card on which the dragged one would be dropped now. */
  drop: 'before' | 'after' | undefined
}

/** Reorders cards by mouse. Touch and keyboard users have the buttons. */
export function useDragOrder(ids: string[], onMove: (id: string, to: number) => void): (id: string) => DragOrder {
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (id) => ({
    handle: {
      draggable: true,
      onDragStart(event) {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox doesn't start a drag without data.
        event.dataTransfer.setData('text/plain', id)
        const card = event.currentTarget.closest('li')
        if (card) event.dataTransfer.setDragImage(card, 24, 24)
        setDragged(id)
      },
      onDragEnd: end,
    },
    target: {
      onDragOver(event) {
        if (!dragged) return
        event.preventDefault()
        setOver(id)
      },
      onDrop(event) {
        if (!dragged) return
        event.preventDefault()
        onMove(dragged, ids.indexOf(id))
        end()
      },
    },
    drop:
      dragged && over === id && dragged !== id
        ? ids.indexOf(dragged) < ids.indexOf(id)
          ? 'after'
          : 'before'
        : undefined,
  })
}
