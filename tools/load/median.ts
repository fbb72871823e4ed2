/** The median of the values; of an even number, the lower of the middle two. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? NaN
