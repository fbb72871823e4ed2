import { loadWithRetry } from '../lib/load-with-retry.ts'

/** What only the holder of a key needs, in one file. */
export const loadKeyHolder = () => loadWithRetry(() => import('./KeyHolder.tsx'))
