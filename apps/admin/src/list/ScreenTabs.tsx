import { Tabs } from '@mantine/core'
import type { ComponentType } from 'react'
import { useUrlState, without } from './use-url-state.ts'

type Props = { tabs: Readonly<Record<string, readonly [label: string, Content: ComponentType]>> }

/**
 * Tabs of a screen, by their names in the URL. The first one is open by default. Switching tabs drops the parameters of
 * the previous one.
 */
export function ScreenTabs({ tabs }: Props) {
  const url = useUrlState()
  const names = Object.keys(tabs)
  const [first = ''] = names
  const open = (next: string | null) => {
    const dropped = without([...new URLSearchParams(window.location.search).keys()])
    url.set({ ...dropped, tab: next === first ? undefined : (next ?? undefined) })
  }
  return (
    <Tabs value={names.find((name) => name === url.get('tab')) ?? first} onChange={open} keepMounted={false}>
      <Tabs.List mb="md">
        {Object.entries(tabs).map(([name, [label]]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(tabs).map(([name, [, Content]]) => (
        <Tabs.Panel key={name} value={name}>
          <Content />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
