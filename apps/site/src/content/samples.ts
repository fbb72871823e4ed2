/** Said wherever samples are promised. */
export const samplePromise = 'They reach you in 3-5 business days.'
