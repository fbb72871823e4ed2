import styles from './ScreenIcon.module.css'

/** The icon of a screen. It is always next to the screen's name, so assistive technology skips it. */
export const ScreenIcon = ({ path }: { path: string }) => (
  <svg aria-hidden viewBox="0 0 20 20" className={styles.icon}>
    <path d={path} />
  </svg>
)
