import { loadWithRetry } from '../lib/load-with-retry.ts'

/** Loads the code that only visitors with a key need. */
export const loadKeyFeatures = () => loadWithRetry(() => import('./KeyFeatures.tsx'))
