/** Every public path, in its canonical letter case. */
export const paths = {
  home: '/',
  print: '/print',
  postcards: '/print/postcards',
  letters: '/print/letters',
  pricing: '/print/pricing',
  samples: '/print/samples',
  faq: '/print/faq',
  docs: '/print/docs',
  sandbox: '/print/sandbox',
  mortgage: '/mortgage',
  informedDelivery: '/USPSInformedDelivery',
  digitalAudience: '/digital-audience',
  accelerate: '/accelerate2025',
  track: '/track',
} as const

/** The pages about print products and prices. */
export const printPages = [
  { to: paths.print, text: 'Print API' },
  { to: paths.postcards, text: 'Postcards' },
  { to: paths.letters, text: 'Letters' },
  { to: paths.pricing, text: 'Pricing' },
] as const

/** The JSON Schema of print API requests. */
export const printApiSchema = '/print-api.schema.json'

/** Opens the sandbox with one of the examples. */
export const sandboxWith = (example: string): string => `${paths.sandbox}?example=${example}`
