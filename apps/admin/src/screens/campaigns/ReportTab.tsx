import {
  type Attribution,
  type AttributionRow,
  getExportLeadAttributionUrl,
  useGetLeadAttribution,
} from '@app/api-client'
import { optionsOf } from '@app/labels'
import { Table } from '@mantine/core'
import { Loaded } from '../../components/Loaded.tsx'
import { EmptyNotice } from '../../components/Notices.tsx'
import { FigureTable } from '../../components/FigureTable.tsx'
import { traitLabels } from '../../leads/touch-text.ts'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { RangeField } from '../../list/RangeField.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { keepPage, type UrlState, useUrlState, valueOf } from '../../list/use-url-state.ts'
import styles from './CampaignsScreen.module.css'
import { FigureCells, rangeOf } from './FigureCells.tsx'

const traits = optionsOf(traitLabels)

const visits = [
  { value: 'last', label: 'Last visit before the form' },
  { value: 'first', label: 'First visit' },
] as const

/** Attribution of leads by source, campaign, landing page, or printed piece. Each figure links to its leads. */
export function ReportTab() {
  const url = useUrlState()
  const params = {
    by: valueOf(traits, url.get('by')) ?? 'source',
    touch: valueOf(visits, url.get('touch')) ?? 'last',
    ...rangeOf(url),
  }
  const report = useGetLeadAttribution(params, keepPage)

  return (
    <>
      <search className={toolbar.filters}>
        <FilterSelect name="by" label="By" options={traits} />
        <FilterSelect name="touch" label="Visit" options={visits} />
        <RangeField />
        <ExportLink url={getExportLeadAttributionUrl(params)} />
      </search>
      <Loaded query={report} failure="The report could not be loaded" height={320}>
        {(loaded) =>
          loaded.rows.length === 0 ? (
            <EmptyNotice title="No leads in this period">
              This report shows the visit that led to each lead.
            </EmptyNotice>
          ) : (
            <ReportTable
              report={loaded}
              heading={traitLabels[params.by]}
              isStale={report.isPlaceholderData}
              url={url}
            />
          )
        }
      </Loaded>
    </>
  )
}

type TableProps = { report: Attribution; heading: string; isStale: boolean; url: UrlState }

function ReportTable({ report: { rows: listed, total }, heading, isStale, url }: TableProps) {
  const shownLeads = listed.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <>
      <FigureTable
        label="Lead attribution"
        columns={[heading, 'Leads', 'Won', 'Value']}
        isStale={isStale}
        total={
          <Table.Tr>
            <Table.Th scope="row">All</Table.Th>
            <FigureCells figures={total} filter={rangeOf(url)} />
          </Table.Tr>
        }
      >
        {listed.map((row) => (
          <Table.Tr key={row.attribution}>
            <Table.Th scope="row">
              <RowName row={row} />
            </Table.Th>
            <FigureCells figures={row} filter={{ attribution: row.attribution, ...rangeOf(url) }} />
          </Table.Tr>
        ))}
      </FigureTable>
      {shownLeads < total.leads && (
        <p className={rows.quiet}>
          Showing the {listed.length} rows with the most leads. The CSV file includes all of them.
        </p>
      )}
    </>
  )
}

function RowName({ row: { name, label } }: { row: AttributionRow }) {
  if (name === undefined) return <span className={rows.quiet}>Direct or unknown</span>
  if (name === '') return <span className={rows.quiet}>None</span>
  return (
    <span className={styles.address}>
      <bdi>{label ?? name}</bdi>
      {label && <span className={rows.quiet}> {name}</span>}
    </span>
  )
}
