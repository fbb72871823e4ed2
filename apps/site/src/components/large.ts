import buttons from './buttons.module.css'

/** The large size of a button, for the one or two main actions of a page. */
export const large = (look: string | undefined): string => `${look} ${buttons.large}`
