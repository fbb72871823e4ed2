const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

/** US dollars, never rounded: 0.835 is "$0.835". */
export const priceText = (dollars: number): string => price.format(dollars)
