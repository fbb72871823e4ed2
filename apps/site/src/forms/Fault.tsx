import styles from './Field.module.css'

/** Why something failed. Nothing while it has not. */
export const Fault = ({ children }: { children: string | undefined }) =>
  children !== undefined && (
    <p role="alert" className={styles.fault}>
      {children}
    </p>
  )
