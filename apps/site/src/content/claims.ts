/** A figure that the site publishes, with its source if there is one. */
export interface Claim {
  figure: string
  text: string
  source: string | null
  /** When the figure was last confirmed, as YYYY-MM-DD. */
  confirmedOn: string | null
}

/** Estimates, not guarantees. `nearby` is the range that USPS itself quotes, and `samples` is for sample requests. */
export const deliveryTimes = {
  firstClass: '2–3 business days',
  nearby: '1-3 business days',
  standard: '5–10 business days',
  samples: '3-5 business days',
} as const

export const homeClaims: Claim[] = [
  { figure: '4X', text: 'engagement', source: null, confirmedOn: null },
  { figure: '65%', text: 'lower acquisition cost', source: null, confirmedOn: null },
  { figure: '35+', text: 'years in print and mail', source: null, confirmedOn: null },
]

const claim = (figure: string, text: string): Claim => ({ figure, text, source: null, confirmedOn: null })

export const informedDeliveryClaims: Claim[] = [
  claim('58M+', 'households that preview their mail'),
  claim('96%', 'placement: campaigns shown with their mail piece'),
  claim('2x', 'engagement, compared with the piece alone'),
]

export const audienceClaims: Claim[] = [
  claim('4X', 'engagement when mail and ads match'),
  claim('65%', 'lower acquisition cost'),
]

export const mortgageClaims: Claim[] = [
  claim('$600', 'cost per funded loan: the industry’s current target'),
  claim('Under $500', 'cost per funded loan: the result we aim for with you'),
  claim('4X', 'engagement with personalized mail'),
]

export const apiClaims: Claim[] = [
  claim('99.9%', 'uptime'),
  claim('300', 'DPI for every image'),
  claim('0', 'contracts, and no minimums'),
]
