import { type LeadReport, useGetLeadReport } from '@app/api-client'
import { firstReplyLabels, labelOf, leadStageLabels, lostReasonLabels } from '@app/labels'
import { Table } from '@mantine/core'
import { Loaded } from '../../components/Loaded.tsx'
import { EmptyNotice } from '../../components/Notices.tsx'
import { FigureTable } from '../../components/FigureTable.tsx'
import toolbar from '../../components/Toolbar.module.css'
import { RangeField } from '../../list/RangeField.tsx'
import { keepPage, useUrlState } from '../../list/use-url-state.ts'
import styles from './CampaignsScreen.module.css'
import { FigureCells, LeadCount, rangeOf } from './FigureCells.tsx'

type Range = ReturnType<typeof rangeOf>

/** The leads of a period by stage, reason lost, time to first reply, and owner. */
export function PipelineTab() {
  const url = useUrlState()
  const range = rangeOf(url)
  const report = useGetLeadReport(range, keepPage)

  return (
    <>
      <search className={toolbar.filters}>
        <RangeField />
      </search>
      <Loaded query={report} failure="The report could not be loaded" height={320}>
        {(loaded) =>
          loaded.leads === 0 ? (
            <EmptyNotice title="No leads in this period">
              This report shows how far leads have come, and how long they waited for a reply.
            </EmptyNotice>
          ) : (
            <div className={styles.reports} aria-busy={report.isPlaceholderData}>
              <Counts report={loaded} range={range} />
              <Owners report={loaded} range={range} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

type ReportProps = { report: LeadReport; range: Range }

const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

type Row = [name: string, leads: number, filter: Record<string, string>]

const Counts = ({ report: { leads, stages, lostReasons, firstReplies }, range }: ReportProps) => (
  <>
    <CountReport
      label="Stage"
      total={leads}
      range={range}
      rows={stages.map((row) => [labelOf(leadStageLabels, row.stage), row.leads, { stage: row.stage }])}
    />
    {lostReasons.length > 0 && (
      <CountReport
        label="Reason lost"
        total={lostReasons.reduce((sum, row) => sum + row.leads, 0)}
        range={range}
        rows={lostReasons.map(({ lostReason, leads: lost }) => [
          labelOf(lostReasonLabels, lostReason),
          lost,
          { lostReasons: lostReason },
        ])}
      />
    )}
    <CountReport
      label="First reply by email"
      total={leads}
      range={range}
      rows={firstReplies.map(({ firstReply, leads: replied }) => [
        labelOf(firstReplyLabels, firstReply),
        replied,
        { firstReplies: firstReply },
      ])}
    />
  </>
)

type CountProps = { label: string; total: number; range: Range; rows: readonly Row[] }

/** The number of leads in each row, and their share of the total. */
const CountReport = ({ label, total, range, rows }: CountProps) => (
  <FigureTable label={`Leads by ${label.toLowerCase()}`} columns={[label, 'Leads', 'Share']}>
    {rows.map(([name, leads, filter]) => (
      <Table.Tr key={name}>
        <Table.Th scope="row">{name}</Table.Th>
        <Table.Td>
          <LeadCount leads={leads} filter={{ ...filter, ...range }} />
        </Table.Td>
        <Table.Td>{share.format(leads / total)}</Table.Td>
      </Table.Tr>
    ))}
  </FigureTable>
)

const Owners = ({ report: { owners }, range }: ReportProps) => (
  <FigureTable label="Leads by owner" columns={['Owner', 'Leads', 'Won', 'Value', 'Lost']}>
    {owners.map(({ owner, name, lost, ...figures }) => {
      const filter = { owner, ...range }
      return (
        <Table.Tr key={owner}>
          <Table.Th scope="row">{name ?? 'Unassigned'}</Table.Th>
          <FigureCells figures={figures} filter={filter} />
          <Table.Td>
            <LeadCount leads={lost} filter={{ stage: 'lost', ...filter }} />
          </Table.Td>
        </Table.Tr>
      )
    })}
  </FigureTable>
)
