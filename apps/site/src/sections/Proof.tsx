import type { ReactNode } from 'react'
import styles from './Proof.module.css'

interface ProofProps {
  caption: ReactNode
  /** The piece. */
  children: ReactNode
}

/** The piece that a request makes, beside the request. */
export const Proof = ({ caption, children }: ProofProps) => (
  <figure className={styles.proof}>
    {children}
    <figcaption>{caption}</figcaption>
  </figure>
)
