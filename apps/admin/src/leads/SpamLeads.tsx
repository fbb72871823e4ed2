import { updateLeadSpam, useListSpamLeads } from '@app/api-client'
import { keepPage, pageOf, type UrlState } from '../list/use-url-state.ts'
import { SpamList } from '../spam/SpamList.tsx'
import { refreshLeads } from '../cache/lead-cache.ts'

export const SpamLeads = ({ url }: { url: UrlState }) => (
  <SpamList
    query={useListSpamLeads(pageOf(url), keepPage)}
    kind="leads"
    noun="lead"
    mark={(id, isSpam) => updateLeadSpam(id, { isSpam })}
    reload={refreshLeads}
  />
)
