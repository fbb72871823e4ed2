/** Settings of `npm start` and of tools that share the API's environment. */
const ofOthers = ['DATA_DIR', 'FIRST_STAFF_EMAIL', 'FIRST_STAFF_PASSWORD', 'CHROME_PATH', 'VITE_API_URL']

/** Shorter names are too common to tell a typo from another program's setting. */
const shortestName = 8
const maxSlips = 2

/**
 * A line for each variable whose name resembles a setting's. Without the warning, the variable would be ignored
 * silently.
 */
export function misspelledSettings(env: NodeJS.ProcessEnv, settings: readonly string[]): string[] {
  const known = [...settings, ...ofOthers].flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(env)
    .filter((name) => name.length >= shortestName && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((setting) => setting.length >= shortestName && slipsBetween(name, setting) <= maxSlips)
      return meant ? [`${name} is not a setting and is ignored: did you mean ${meant}?`] : []
    })
}

/** Number of characters to add, remove, or replace to turn one name into the other, ignoring case. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > maxSlips) return maxSlips + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(one.toUpperCase()).entries()) {
    const next = [i + 1]
    for (const [j, expected] of Array.from(other).entries()) {
      const replaced = (row[j] ?? 0) + (letter === expected ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
