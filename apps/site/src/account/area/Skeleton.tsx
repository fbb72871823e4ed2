import styles from './Area.module.css'

/** Rows in place of content that loads, so that little shifts when it arrives. */
export const Skeleton = ({ rows }: { rows: number }) => (
  <div role="status" className={styles.skeleton} style={{ minHeight: `${rows * 45}px` }}>
    <span className="visually-hidden">Loading…</span>
  </div>
)
