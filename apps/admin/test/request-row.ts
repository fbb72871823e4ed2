import { screen, within } from '@testing-library/react'

/** The table row of a sample request. Found by title, because a query by role computes the name of every row. */
export function requestRow(name: string) {
  const row = screen.getByTitle(name).closest('tr')
  if (!row) throw new Error(`${name} is not in a table`)
  return within(row)
}
