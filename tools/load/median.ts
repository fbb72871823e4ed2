/** The middle of the values; of an even number of them, the lower of the two. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? NaN
