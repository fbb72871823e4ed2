import { brand } from './brand.ts'

/** Sent as `leadSource` with every lead. */
export const leadSource = `${brand.productName} Website`

const mainWebsite = 'Main Website'

const sourceByPath: Record<string, string> = {
  '/mortgage': 'Mortgage Page',
  '/uspsinformeddelivery': 'USPS Informed Delivery Page',
  '/digital-audience': 'Digital Audience Page',
}

/** The `source` of a lead from the contact form of the print API sandbox. */
export const sandboxLeadSource = 'Print API Sandbox'

/** The page label sent as `source`. Ignores letter case and trailing slashes in the path. */
export const leadSourceLabel = (path: string): string =>
  sourceByPath[path.toLowerCase().replace(/(?<!\/)\/+$/, '')] ?? mainWebsite
