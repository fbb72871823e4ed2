import { brand } from './brand.ts'

/** Sent as `leadSource` with every lead. */
export const leadSource = `${brand.productName} Website`

const mainWebsite = 'Main Website'

const sourceByPath: Record<string, string> = {
  '/mortgage': 'Mortgage Page',
  '/uspsinformeddelivery': 'USPS Informed Delivery Page',
  '/digital-audience': 'Digital Audience Page',
}

/** The `source` of a lead who left an email for a key of the print API's sandbox. */
export const sandboxLeadSource = 'Print API Sandbox'

/** The page label that is sent as `source`. The path is matched without regard to case or a trailing slash. */
export const leadSourceLabel = (path: string): string =>
  sourceByPath[path.toLowerCase().replace(/\/+$/, '')] ?? mainWebsite
