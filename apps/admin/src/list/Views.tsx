import { NativeSelect, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { figure } from '../components/format.ts'
import styles from './Views.module.css'

interface View {
  name: string
  text: string
  /** Absent while it loads. */
  count: string | number | undefined
  hint?: string | undefined
}

type Props = {
  views: readonly View[]
  /** The name of the current view. */
  shown: string
  onView: (name: string) => void
  /** Views that have no tab, because they would push the list down the page. */
  more?: readonly Pick<View, 'name' | 'text'>[]
  /** The text for the number of records found. */
  found?: string | undefined
  children: ReactNode
}

/** The most common filters of a list as tabs, each with its count. */
export const Views = ({ views, shown, onView, more = [], found, children }: Props) => (
  <Tabs value={shown} onChange={(name) => name !== null && onView(name)}>
    <div className={styles.line}>
      <Tabs.List aria-label="Views" className={styles.views}>
        {views.map(({ name, text, count, hint }) => (
          <Tabs.Tab key={name} value={name} className={styles.view} title={hint}>
            <bdi className={styles.text}>{text}</bdi>{' '}
            <span className={styles.count}>{typeof count === 'number' ? figure(count) : count}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {more.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label="More views"
          className={styles.more}
          data={[
            { value: '', label: `More views (${more.length})` },
            ...more.map(({ name, text }) => ({ value: name, label: text })),
          ]}
          value=""
          onChange={(event) => onView(event.currentTarget.value)}
        />
      )}
      <p role="status" className={styles.found}>
        {found}
      </p>
    </div>
    <Tabs.Panel value={shown} className={styles.panel}>
      {children}
    </Tabs.Panel>
  </Tabs>
)
