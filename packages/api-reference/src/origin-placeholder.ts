/** Stands in samples and guides for the origin that serves the page, which the browser knows. */
export const originPlaceholder = 'https://origin.invalid'
