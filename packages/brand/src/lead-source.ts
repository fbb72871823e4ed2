import { brand } from './brand.ts'

/** Sent as `leadSource` with every lead. */
export const leadSource = `${brand.productName} Website`

const mainWebsite = 'Main Website'

const sourceByPath: Record<string, string> = {
  '/mortgage': 'Mortgage Page',
  '/uspsinformeddelivery': 'USPS Informed Delivery Page',
  '/digital-audience': 'Digital Audience Page',
}

/** Every label that a page of ours sends. */
export const leadSourceLabels: readonly string[] = [mainWebsite, ...Object.values(sourceByPath)]

/** Page label sent as `source`. Letter case and a trailing slash of the path do not matter. */
export const leadSourceLabel = (path: string): string =>
  sourceByPath[path.toLowerCase().replace(/\/+$/, '')] ?? mainWebsite
