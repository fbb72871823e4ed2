import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { TemplatesTab } from './TemplatesTab.tsx'

const tabs = {
  templates: ['Sample Templates', TemplatesTab],
  requests: ['Sample Requests', RequestsTab],
} as const

export const SamplesScreen = () => <ScreenTabs tabs={tabs} />
