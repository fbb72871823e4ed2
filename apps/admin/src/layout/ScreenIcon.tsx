import styles from './ScreenIcon.module.css'

/** The drawing of a screen, beside its name. The name says it all, so assistive technology skips the drawing. */
export const ScreenIcon = ({ path }: { path: string }) => (
  <svg aria-hidden viewBox="0 0 20 20" className={styles.icon}>
    <path d={path} />
  </svg>
)
