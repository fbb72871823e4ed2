/** Placeholder in samples and guides for the origin that serves the page. The browser replaces it. */
export const originPlaceholder = 'https://origin.invalid'
