import { createQueryClient } from '@app/ui/query-client'
import './api-base-url.ts'

/** What public pages load. It is kept for as long as the page is open. */
export const publicClient = createQueryClient()
