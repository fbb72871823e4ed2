import { type ReactNode, useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import styles from './ScreenTitle.module.css'

/** Takes the focus after navigation inside the app, so that screen readers announce the new screen. */
export function ScreenTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Only the navigation that opened the screen counts: a filter that changes the URL must not take the focus.
  const arrival = useRef(useNavigationType())

  useEffect(() => {
    if (arrival.current !== NavigationType.Pop) heading.current?.focus()
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  )
}
