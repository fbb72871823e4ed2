import type { UrlState } from '../list/use-url-state.ts'

/** The name of the view in the URL. */
export const spam = 'spam'

export const showsSpam = (url: UrlState): boolean => url.get('view') === spam
