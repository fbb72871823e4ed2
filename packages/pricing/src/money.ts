import { formatCount } from './count.ts'

/**
 * Exact money, in ten-thousandths of a US dollar: the smallest price has four decimals. It is a bigint, so that sums stay
 * exact however large they get, and so that the compiler refuses to add dollars or pieces to it.
 */
export type Money = bigint

const perDollar = 10_000n
const perCent = 100n

/**
 * From US dollars, as the contract and the price list have them. More than four decimals are rounded.
 * @throws {RangeError} when the number is not finite
 */
export function moneyOf(dollars: number): Money {
  const money = Math.round(dollars * Number(perDollar))
  // The product of a finite number may be too large for a float. Numbers of that size have no decimals.
  return Number.isFinite(money) ? BigInt(money) : BigInt(dollars) * perDollar
}

/** US dollars, for the contract and for structured data. */
export const dollarsOf = (money: Money): number => Number(money) / Number(perDollar)

/** True when the amount has at most four decimals and is stored without rounding. */
export const isExact = (dollars: number): boolean => dollarsOf(moneyOf(dollars)) === dollars

/** To whole cents. Half a cent rounds up. */
export const toCents = (money: Money): Money => roundedTo(perCent, money) * perCent

export const times = (money: Money, count: number): Money => money * BigInt(count)

/** How many steps the amount is, rounded. Half a step counts as a whole one. */
const roundedTo = (step: bigint, money: Money): bigint => (money + step / 2n) / step

const withSign = (money: Money, format: (size: Money) => string): string =>
  money < 0n ? `-$${format(-money)}` : `$${format(money)}`

/** All decimals, two at least. */
const decimals = (money: Money): string =>
  String(money % perDollar)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')

/** "$0.62", or "$0.835" where the price has three decimals: never rounded, never grouped. */
export const formatUnitPrice = (money: Money): string =>
  withSign(money, (size) => `${size / perDollar}.${decimals(size)}`)

/** "$1,234.50", or "$1,234.5678": never rounded. */
export const formatPrice = (money: Money): string =>
  withSign(money, (size) => `${formatCount(size / perDollar)}.${decimals(size)}`)

/** "$1,359.32": to the cent. */
export const formatTotal = (money: Money): string =>
  withSign(money, (size) => {
    const cents = roundedTo(perCent, size)
    return `${formatCount(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
  })

/** "$6,300": to the dollar. */
export const formatDollars = (money: Money): string =>
  withSign(money, (size) => formatCount(roundedTo(perDollar, size)))

/** "$1250.0K": to the hundred dollars, never grouped. */
export const formatThousands = (money: Money): string =>
  withSign(money, (size) => {
    const hundreds = roundedTo(100n * perDollar, size)
    return `${hundreds / 10n}.${hundreds % 10n}K`
  })
