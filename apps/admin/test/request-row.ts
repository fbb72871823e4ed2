import { screen, within } from '@testing-library/react'

/** The row of a sample request in the table. Found by a title, because a query by role computes the name of every row. */
export function requestRow(name: string) {
  const row = screen.getByTitle(name).closest('tr')
  if (!row) throw new Error(`${name} is not in a table`)
  return within(row)
}
