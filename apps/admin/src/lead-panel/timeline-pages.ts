import { getListLeadTimelineQueryKey, listLeadTimeline, nextCursor } from '@app/api-client'
import { infiniteQueryOptions } from '@tanstack/react-query'

const pageSize = 20

/** The timeline of a lead, page by page. */
export const timelinePages = (leadId: string) =>
  infiniteQueryOptions({
    queryKey: [...getListLeadTimelineQueryKey(leadId), 'pages'],
    queryFn: ({ pageParam }) => listLeadTimeline(leadId, { limit: pageSize, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ headers }) => nextCursor(headers),
  })
