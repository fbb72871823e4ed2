/** A whole number from 0 up to and without `below`. */
export type Random = (below: number) => number

/** The same numbers in each run: a linear congruential generator. */
export function seeded(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const routingDigits = [0, 5, 9, 11]

/** The digits of an Intelligent Mail barcode. */
export function imbNumber(random: Random): string {
  const digits = Array.from({ length: 20 + routingDigits[random(4)]! }, () => random(10))
  digits[1] = random(5)
  return digits.join('')
}
