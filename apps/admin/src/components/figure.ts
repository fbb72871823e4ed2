const format = new Intl.NumberFormat('en-US')

/** A number as people read it: "1,240". */
export const figure = (value: number): string => format.format(value)

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount in US dollars: "$1,240.50". */
export const inDollars = (value: number): string => dollarFormat.format(value)

/** "1 lead", "1,240 leads". */
export const countText = (count: number, noun: string): string => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`
