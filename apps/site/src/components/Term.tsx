import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { hintPosition } from './hint-position.ts'
import styles from './Term.module.css'

const openDelayMs = 700
/** For this long after a hint closes, the next one opens without delay. */
const skipDelayMs = 300
let closedAt = Number.NEGATIVE_INFINITY

/** Positions the hint relative to the window, so that a scrolling container does not clip it. */
function positionHint(hint: HTMLElement, term: HTMLElement): void {
  const others = [...document.querySelectorAll<HTMLElement>('[data-term]')].filter((other) => other !== term)
  const { left, top } = hintPosition(
    // In a table, the hint must not cover the row's label.
    (term.closest('th') ?? term).getBoundingClientRect(),
    hint.getBoundingClientRect(),
    others.map((other) => other.getBoundingClientRect()),
    { width: document.documentElement.clientWidth, height: innerHeight },
    matchMedia('(hover: none)').matches,
  )
  hint.style.left = `${left}px`
  hint.style.top = `${top}px`
}

function useHint() {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const open = () => setIsOpen(true)
  const openSoon = () => {
    clearTimeout(timer.current)
    const delay = performance.now() - closedAt < skipDelayMs ? 0 : openDelayMs
    timer.current = setTimeout(open, delay)
  }
  const close = () => {
    clearTimeout(timer.current)
    if (isOpen) closedAt = performance.now()
    setIsOpen(false)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return undefined
    const dismiss = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      setIsOpen(false)
    }
    addEventListener('keydown', dismiss)
    addEventListener('scroll', dismiss, { capture: true, passive: true })
    return () => {
      removeEventListener('keydown', dismiss)
      removeEventListener('scroll', dismiss, true)
    }
  }, [isOpen])
  return { isOpen, open, openSoon, close }
}

/** A technical term with a hint that opens on hover, focus or click. */
export function Term({ hint, children }: { hint: string; children: ReactNode }) {
  const { isOpen, open, openSoon, close } = useHint()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (isOpen && bubble.current && button.current) positionHint(bubble.current, button.current)
  }, [isOpen])
  return (
    // The hint is inside the term, so moving the pointer onto it does not close it.
    <span onPointerEnter={({ pointerType }) => pointerType === 'mouse' && openSoon()} onPointerLeave={close}>
      <button
        ref={button}
        type="button"
        className={styles.term}
        data-term
        aria-describedby={isOpen ? id : undefined}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && open()}
        onBlur={close}
        onClick={open}
      >
        {children}
      </button>
      {isOpen && (
        <span ref={bubble} role="tooltip" id={id} className={styles.hint}>
          {hint}
        </span>
      )}
    </span>
  )
}
