import { inDollars, figure } from '../../components/format.ts'
import type { AttributionFigures } from '@app/api-client'
import { Table } from '@mantine/core'
import { Link } from 'react-router-dom'
import rows from '../../list/Rows.module.css'
import { daysIn, present, type UrlState } from '../../list/use-url-state.ts'
import { routes } from '../../urls/routes.ts'

/** The days in the URL, as API parameters. */
export const rangeOf = (url: UrlState): { from?: string; to?: string } => present(daysIn(url))

type Filter = Record<string, string>

/** A number of leads that links to their list. */
export const LeadCount = ({ leads, filter }: { leads: number; filter: Filter }) =>
  leads === 0 ? '0' : <Link to={`${routes.leads.path}?${new URLSearchParams(filter)}`}>{figure(leads)}</Link>

/** The cells of a row: its leads, its won leads, and the value of the won leads. */
export function FigureCells({
  figures: { leads, won, valued, value },
  filter,
}: {
  figures: AttributionFigures
  filter: Filter
}) {
  const wonFilter = { won: 'true', ...filter }
  return (
    <>
      <Table.Td>
        <LeadCount leads={leads} filter={filter} />
      </Table.Td>
      <Table.Td>
        <LeadCount leads={won} filter={wonFilter} />
      </Table.Td>
      <Table.Td>
        {valued === 0 ? (
          '–'
        ) : (
          <Link to={`${routes.leads.path}?${new URLSearchParams(wonFilter)}`}>{inDollars(value)}</Link>
        )}
        {won > valued && valued > 0 && (
          <span className={rows.quiet}>
            {' '}
            from {figure(valued)} of {figure(won)}
          </span>
        )}
      </Table.Td>
    </>
  )
}
