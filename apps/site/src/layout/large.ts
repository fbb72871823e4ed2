import buttons from './buttons.module.css'

/** The larger cut of a button, for the one or two actions a page is about. */
export const large = (look: string | undefined): string => `${look} ${buttons.large}`
