import { updateSampleRequestSpam, useListSpamSampleRequests } from '@app/api-client'
import { keepPage, pageOf, type UrlState } from '../../list/use-url-state.ts'
import { SpamList } from '../../spam/SpamList.tsx'
import { reloadRequests } from '../../cache/request-cache.ts'

export const SpamRequests = ({ url }: { url: UrlState }) => (
  <SpamList
    query={useListSpamSampleRequests(pageOf(url), keepPage)}
    kind="sample_requests"
    noun="sample request"
    mark={(id, isSpam) => updateSampleRequestSpam(id, { isSpam })}
    reload={reloadRequests}
  />
)
