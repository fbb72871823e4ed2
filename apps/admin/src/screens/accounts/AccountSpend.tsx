import {
  getExportAccountStatementUrl,
  getGetAccountStatementPdfUrl,
  type Statement,
  type Usage,
  useGetAccountUsage,
  useListAccountStatements,
} from '@app/api-client'
import { countText, inDollars } from '../../components/format.ts'
import { Figure, Figures } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { itemColumns, ListSection } from './ListSection.tsx'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthText = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`))

/** The cost of this month's live pieces, and the statement of each month. */
export function AccountSpend({ id }: { id: string }) {
  const usage = useGetAccountUsage(id)
  const statements = useListAccountStatements(id)
  return (
    <>
      <Section title="This month">
        <Loaded query={usage} failure="This month’s usage could not be loaded" height={96}>
          {(month) => <Month usage={month} />}
        </Loaded>
      </Section>
      <ListSection
        title="Statements"
        query={statements}
        empty="No statements yet"
        hint="A month gets a statement once it has a live piece."
      >
        {(statement) => <StatementRow key={statement.month} id={id} statement={statement} />}
      </ListSection>
    </>
  )
}

const Month = ({ usage: { Month, Pieces, Total, Tier } }: { usage: Usage }) => (
  <Figures>
    <Figure label="Spend" note={monthText(Month)}>
      {inDollars(Total)}
    </Figure>
    <Figure label="Pieces" note="Canceled and rejected pieces don’t count">
      {Pieces.toLocaleString('en-US')}
    </Figure>
    <Figure label="Price tier">{Tier.Label}</Figure>
  </Figures>
)

function StatementRow({ id, statement: { month, pieces, total, isFinal } }: { id: string; statement: Statement }) {
  const text = monthText(month)
  return (
    <Row label={text} columns={itemColumns}>
      <p>
        {text}
        {!isFinal && ', not final yet'}
      </p>
      <p>
        {inDollars(total)} for {countText(pieces, 'piece')}
      </p>
      <div className={rows.actions}>
        <ExportLink size="compact-sm" text="CSV" url={getExportAccountStatementUrl(id, month)} />
        <ExportLink size="compact-sm" text="PDF" url={getGetAccountStatementPdfUrl(id, month)} />
      </div>
    </Row>
  )
}
