import { useEffect, useState } from 'react'

/** For a dialog that begins open and ends by going away: who opened it is back where they were. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // What was saved may have taken the opener along, or put the focus elsewhere itself.
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
