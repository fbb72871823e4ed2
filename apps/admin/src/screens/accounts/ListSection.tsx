import type { ComponentProps, ReactNode } from 'react'
import { WholeList } from '../../list/WholeList.tsx'
import styles from './Accounts.module.css'

type Props<Item> = Omit<ComponentProps<typeof WholeList<Item>>, 'label'> & {
  title: string
  /** A button next to the title. */
  action?: ReactNode
}

/** A part of the account page with its own list, so that a part that fails leaves the others. */
export const ListSection = <Item,>({ title, action, ...list }: Props<Item>) => (
  <section className={styles.section} aria-label={title}>
    <div className={styles.bar}>
      <h2 className={styles.heading}>{title}</h2>
      {action}
    </div>
    <WholeList {...list} label={title} />
  </section>
)
