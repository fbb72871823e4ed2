import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { AuditLogTab } from './AuditLogTab.tsx'
import { ProductsTab } from './ProductsTab.tsx'

const tabs = {
  products: ['Products', ProductsTab],
  audit: ['Audit Log', AuditLogTab],
} as const

export const PricingScreen = () => <ScreenTabs tabs={tabs} />
