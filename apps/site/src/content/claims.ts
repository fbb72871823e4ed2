/** A figure we publish. The source is unknown until someone supplies one; it is shown when it is there. */
export interface Claim {
  figure: string
  text: string
  source: string | null
  /** When the figure was last confirmed, as YYYY-MM-DD. */
  confirmedOn: string | null
}

export const homeClaims: Claim[] = [
  { figure: '4X', text: 'engagement', source: null, confirmedOn: null },
  { figure: '65%', text: 'lower acquisition cost', source: null, confirmedOn: null },
  { figure: '35+', text: 'years in print and mail', source: null, confirmedOn: null },
]
