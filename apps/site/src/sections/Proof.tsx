import type { ReactNode } from 'react'
import styles from './Proof.module.css'

interface ProofProps {
  caption: ReactNode
  /** The drawn piece. */
  children: ReactNode
}

/** The printed piece, next to the API request that orders it. */
export const Proof = ({ caption, children }: ProofProps) => (
  <figure className={styles.proof}>
    {children}
    <figcaption>{caption}</figcaption>
  </figure>
)
