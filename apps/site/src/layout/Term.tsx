import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import styles from './Term.module.css'

const openDelayMs = 700
/** For this long after a hint closed, the next one opens without delay. */
const skipDelayMs = 300
let closedAt = Number.NEGATIVE_INFINITY

/** Positions the hint under the term, even inside an element that clips its content. */
const placeUnder = (term: Element): CSSProperties => {
  const { left, bottom } = term.getBoundingClientRect()
  return { left: Math.max(8, Math.min(left, innerWidth - 296)), top: bottom }
}

function useHint() {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const open = (term: Element) => setPlace(placeUnder(term))
  const openSoon = (term: Element) => {
    clearTimeout(timer.current)
    const delay = performance.now() - closedAt < skipDelayMs ? 0 : openDelayMs
    timer.current = setTimeout(() => open(term), delay)
  }
  const close = () => {
    clearTimeout(timer.current)
    if (place) closedAt = performance.now()
    setPlace(null)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!place) return undefined
    const dismiss = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      setPlace(null)
    }
    addEventListener('keydown', dismiss)
    addEventListener('scroll', dismiss, { capture: true, passive: true })
    return () => {
      removeEventListener('keydown', dismiss)
      removeEventListener('scroll', dismiss, true)
    }
  }, [place])
  return { place, open, openSoon, close }
}

/** A technical term with a hint that opens on hover, focus or click. */
export function Term({ hint, children }: { hint: string; children: ReactNode }) {
  const { place, open, openSoon, close } = useHint()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  return (
    // The hint is inside the term, so that moving the pointer onto it does not close it.
    <span
      className={styles.around}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && button.current && openSoon(button.current)}
      onPointerLeave={close}
    >
      <button
        ref={button}
        type="button"
        className={styles.term}
        aria-describedby={place ? id : undefined}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && open(currentTarget)}
        onBlur={close}
        onClick={({ currentTarget }) => open(currentTarget)}
      >
        {children}
      </button>
      {place && (
        <span role="tooltip" id={id} className={styles.hint} style={place}>
          {hint}
        </span>
      )}
    </span>
  )
}
