import { useEffect, useState } from 'react'

/** For a dialog that is mounted open and unmounted to close: returns the focus to the element that opened it. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Saving may have removed the opener, or moved the focus elsewhere on purpose.
      const isLost = document.activeElement === document.body
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
