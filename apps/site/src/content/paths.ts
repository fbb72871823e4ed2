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
  mortgage: '/mortgage',
  informedDelivery: '/USPSInformedDelivery',
  digitalAudience: '/digital-audience',
  accelerate: '/accelerate2025',
} as const

/** The JSON Schema of a request to the print API. */
export const printApiSchema = '/print-api.schema.json'
