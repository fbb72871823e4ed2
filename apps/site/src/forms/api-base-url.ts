import { setApiBaseUrl } from '@app/api-client'

// Import this before calling the API. An empty URL means the page's own origin.
setApiBaseUrl(import.meta.env['VITE_API_URL'] ?? '')
