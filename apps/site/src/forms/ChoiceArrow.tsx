import styles from './Form.module.css'

/** The arrow of a select. The arrows of browsers and of the library differ and sit too close to the edge. */
export const ChoiceArrow = ({ className }: { className?: string | undefined }) => (
  <svg viewBox="0 0 15 15" className={[styles.arrow, className].join(' ')} aria-hidden="true">
    <path d="M4 6l3.500 3.500L11 6" />
  </svg>
)
