import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'

/** Longer than people and systems take for a double click. */
const restMs = 700

/** A button that says the opposite once it was pressed rests for a moment: the second click of a double click would undo the first. */
export function useRest() {
  const [isResting, setResting] = useState(false)
  const { start } = useTimeout(() => setResting(false), restMs)
  const rest = () => {
    setResting(true)
    start()
  }
  return { isResting, rest }
}
