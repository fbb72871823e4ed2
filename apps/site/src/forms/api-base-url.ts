import { setApiBaseUrl } from '@app/api-client'

// For whoever calls the API. Empty means the page's own origin.
setApiBaseUrl(import.meta.env['VITE_API_URL'] ?? '')
