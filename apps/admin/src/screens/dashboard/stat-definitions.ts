import type { LeadStats } from '@app/api-client'

const count = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** US dollars to thousands with one decimal, never grouped: 1250000 is "$1250.0K". */
export const thousands = (dollars: number): string => `$${(Math.round(dollars / 100) / 10).toFixed(1)}K`

type StatDefinition = {
  label: string
  definition: string
  figure: (stats: LeadStats) => string
  /** Where the leads that it counts are listed, today. */
  list: (today: Date) => string
}

const allLeads = () => '?'

/** The 1st of the month, as the filter takes it. */
const sinceTheFirst = (today: Date) =>
  `?from=${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-01`

export const statDefinitions: StatDefinition[] = [
  {
    label: 'Total Leads',
    definition: 'Every demo request ever received, whatever became of it.',
    figure: ({ totalLeads }) => count.format(totalLeads),
    list: allLeads,
  },
  {
    label: 'This Month',
    definition: 'Leads received since midnight on the 1st of this month, in the time zone of the business.',
    figure: ({ thisMonth }) => count.format(thisMonth),
    list: sinceTheFirst,
  },
  {
    label: 'Conversion Rate',
    definition:
      'The share of all leads that became a deal in the CRM. New leads and leads that failed to sync do not count as deals.',
    figure: ({ conversionRate }) => `${percent.format(conversionRate)}%`,
    list: () => '?status=synced',
  },
  {
    label: 'Pipeline Value',
    definition:
      'For each lead that is not lost: the middle of its monthly volume times the 4.25x6 postcard price at that volume. In thousands of US dollars.',
    figure: ({ pipelineValue }) => thousands(pipelineValue),
    list: allLeads,
  },
]
