import { Group } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import styles from './DialogButtons.module.css'

type Props = {
  /** Keeps the buttons in view when the form is taller than the screen. */
  isSticky?: boolean
  children: ReactNode
}

export const DialogButtons = ({ isSticky = false, children }: Props) => (
  <Group justify="flex-end" gap="sm" mt={24} className={isSticky ? styles.sticky : undefined}>
    {children}
  </Group>
)

/** For dialogs that are mounted open and unmounted to close: returns the focus to the element that opened them. */
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

/**
 * True unless another dialog is open above the one that contains this element. Escape reaches every open dialog, bottom
 * first. Drawers are below all dialogs, even if their code loads after a dialog that the URL opens.
 */
export const isOnTop = (inside: Element | null): boolean =>
  [...document.querySelectorAll('.mantine-Modal-content')].at(-1)?.contains(inside) ?? false
