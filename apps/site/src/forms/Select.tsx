import type { ComponentProps } from 'react'
import { ChoiceArrow } from './ChoiceArrow.tsx'
import styles from './Control.module.css'

/** A select with our arrow, for parts of a page without the component library. */
export const Select = (props: ComponentProps<'select'>) => (
  <span className={styles.choice}>
    <select {...props} />
    <ChoiceArrow className={styles.arrow} />
  </span>
)
