import { ScreenTabs } from '../../list/ScreenTabs.tsx'
import { LinksTab } from './LinksTab.tsx'
import { PipelineTab } from './PipelineTab.tsx'
import { ReportTab } from './ReportTab.tsx'

const tabs = {
  report: ['Lead Sources', ReportTab],
  pipeline: ['Pipeline Report', PipelineTab],
  links: ['Campaign Links', LinksTab],
} as const

export const CampaignsScreen = () => <ScreenTabs tabs={tabs} />
