const format = new Intl.NumberFormat('en-US')

/** A number as people read it: "1,240". */
export const figure = (value: number): string => format.format(value)

/** "1 lead", "1,240 leads". */
export const countText = (count: number, noun: string): string => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`
