import { useEffect, useRef } from 'react'
import styles from './Files.module.css'

/** The title of a dialog step. Takes the focus whenever the step changes, so that every user notices. */
export function StepHeading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <h3 ref={heading} tabIndex={-1} className={styles.heading}>
      {title}
    </h3>
  )
}
