import styles from './Field.module.css'

/** An error message. Renders nothing without one. */
export const Fault = ({ children }: { children: string | undefined }) =>
  children !== undefined && (
    <p role="alert" className={styles.fault}>
      {children}
    </p>
  )
