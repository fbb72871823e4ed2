import { formatCount } from './count.ts'

/**
 * Exact money, in ten-thousandths of a US dollar, because the smallest price has four decimals. A bigint, so that sums
 * stay exact at any size, and so that the compiler rejects adding dollars or pieces to it.
 */
export type Money = bigint

const perDollar = 10_000n
const perCent = 100n

/**
 * From US dollars, as used in the contract and the price list. Rounds to four decimals.
 * @throws {RangeError} if the number is not finite
 */
export function moneyOf(dollars: number): Money {
  const money = Math.round(dollars * Number(perDollar))
  // The product may overflow a float. Numbers of that size have no decimals.
  return Number.isFinite(money) ? BigInt(money) : BigInt(dollars) * perDollar
}

/** US dollars, for the contract and for structured data. */
export const dollarsOf = (money: Money): number => Number(money) / Number(perDollar)

/** True if the amount has at most four decimals and is stored without rounding. */
export const isExact = (dollars: number): boolean => dollarsOf(moneyOf(dollars)) === dollars

/** Rounds to whole cents. Half a cent rounds up. */
export const toCents = (money: Money): Money => roundedTo(perCent, money) * perCent

export const times = (money: Money, count: number): Money => money * BigInt(count)

/** The number of steps in the amount, rounded. Half a step rounds up. */
const roundedTo = (step: bigint, money: Money): bigint => (money + step / 2n) / step

const withSign = (money: Money, format: (size: Money) => string): string =>
  money < 0n ? `-$${format(-money)}` : `$${format(money)}`

/** All decimals, at least two. */
const decimals = (money: Money): string =>
  String(money % perDollar)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')

/** "$0.62", or "$0.835" if the price has three decimals. Never rounded, never grouped. */
export const formatUnitPrice = (money: Money): string =>
  withSign(money, (size) => `${size / perDollar}.${decimals(size)}`)

/** "$1,234.50" or "$1,234.5678". Never rounded. */
export const formatPrice = (money: Money): string =>
  withSign(money, (size) => `${formatCount(size / perDollar)}.${decimals(size)}`)

/** "$1,359.32". Rounded to the cent. */
export const formatTotal = (money: Money): string =>
  withSign(money, (size) => {
    const cents = roundedTo(perCent, size)
    return `${formatCount(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
  })

/** "$6,300". Rounded to the dollar. */
export const formatDollars = (money: Money): string =>
  withSign(money, (size) => formatCount(roundedTo(perDollar, size)))

/** "$1250.0K". Rounded to the hundred dollars, never grouped. */
export const formatThousands = (money: Money): string =>
  withSign(money, (size) => {
    const hundreds = roundedTo(100n * perDollar, size)
    return `${hundreds / 10n}.${hundreds % 10n}K`
  })
