import { Tabs } from '@mantine/core'
import { oneOf, useUrlState } from '../../list/use-url-state.ts'
import { AuditLogTab } from './AuditLogTab.tsx'
import { ProductsTab } from './ProductsTab.tsx'

const tabs = ['products', 'audit'] as const

/** Each tab has its own URL. Switching tabs drops the previous tab's filters. */
const freshTab = {
  product: undefined,
  action: undefined,
  actor: undefined,
  from: undefined,
  to: undefined,
  edit: undefined,
  cursor: undefined,
  page: undefined,
}

export function PricingScreen() {
  const url = useUrlState()
  const tab = oneOf(tabs, url.get('tab')) ?? 'products'

  return (
    <Tabs
      value={tab}
      onChange={(next) => url.set({ ...freshTab, tab: next === 'audit' ? next : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="products">Products</Tabs.Tab>
        <Tabs.Tab value="audit">Audit Log</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="products">
        <ProductsTab />
      </Tabs.Panel>
      <Tabs.Panel value="audit">
        <AuditLogTab />
      </Tabs.Panel>
    </Tabs>
  )
}
