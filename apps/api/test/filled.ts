/** A path of the contract with valid ids of records that do not exist. */
export const filled = (url: string): string =>
  url
    .replace('/proofs/:id', `/proofs/proof_${'0'.repeat(20)}`)
    .replace('/templates/:id', url.startsWith('/v1/') ? `/templates/tmpl_${'0'.repeat(20)}` : '/templates/:id')
    .replace('/assets/:id', `/assets/asset_${'0'.repeat(20)}`)
    .replace('/pieces/:id', `/pieces/piece_${'0'.repeat(20)}`)
    .replace(':token', `track_${'0'.repeat(20)}`)
    .replace(':month', '2026-11')
    .replace(':page', '1')
    .replace(':code', 'Ab3dEf7')
    .replace(':id', '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11')
