import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Views.module.css'

interface View {
  name: string
  text: string
  /** Absent while it loads. */
  count: string | undefined
  /** A tooltip. */
  hint?: string | undefined
}

type Props = {
  views: readonly View[]
  /** The name of the current view. */
  shown: string
  onView: (name: string) => void
  /** The list. */
  children: ReactNode
}

/** The most common filters of a list as tabs, each with its count. */
export const Views = ({ views, shown, onView, children }: Props) => (
  <Tabs value={shown} onChange={(name) => name !== null && onView(name)}>
    <Tabs.List aria-label="Views" className={styles.views}>
      {views.map(({ name, text, count, hint }) => (
        <Tabs.Tab key={name} value={name} className={styles.view} title={hint}>
          {text} <span className={styles.count}>{count}</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value={shown} className={styles.panel}>
      {children}
    </Tabs.Panel>
  </Tabs>
)
