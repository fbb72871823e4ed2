const format = new Intl.NumberFormat('en-US')

/** A number as people read it: "1,240". */
export const figure = (value: number): string => format.format(value)
