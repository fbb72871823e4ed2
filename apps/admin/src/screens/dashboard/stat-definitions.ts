import { figure } from '../../components/format.ts'
import type { LeadStats, LeadTrends } from '@app/api-client'
import { firstOfMonth } from '../../list/day-range.ts'
import { formatThousands, moneyOf } from '@app/pricing'

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

export type Trend = { direction: 'up' | 'down' | 'same'; text: string }

const nothingBefore: Trend = { direction: 'same', text: 'None last month' }

const trendOf = (difference: number, text: (size: string) => string): Trend => {
  const size = percent.format(Math.abs(difference))
  // A difference that rounds to 0 counts as no change.
  if (size === '0') return { direction: 'same', text: 'Same as last month' }
  return { direction: difference > 0 ? 'up' : 'down', text: text(size) }
}

/** The change since last month, in percent of last month's figure. */
function growth(now: number, before: number): Trend {
  if (before === 0) return nothingBefore
  return trendOf(((now - before) * 100) / before, (size) => `${size}% ${now > before ? 'over' : 'under'} last month`)
}

type StatDefinition = {
  label: string
  definition: string
  figure: (stats: LeadStats) => string
  /** Compared with last month. */
  trend: (trends: LeadTrends) => Trend
  /** The query of the list with the counted leads, as of today in the business's time zone. */
  list: (today: string) => string
}

const allLeads = () => '?'

const sinceTheFirst = (today: string) => `?from=${firstOfMonth(today)}`

export const statDefinitions: StatDefinition[] = [
  {
    label: 'Total Leads',
    definition: 'Every demo request ever received, in any stage. Merged leads are counted once.',
    figure: ({ totalLeads }) => figure(totalLeads),
    trend: ({ thisMonth }) => ({
      direction: thisMonth.leads > 0 ? 'up' : 'same',
      text: `${figure(thisMonth.leads)} since the 1st`,
    }),
    list: allLeads,
  },
  {
    label: 'This Month',
    definition:
      'Leads received since midnight on the 1st of this month, in your business’s time zone. The smaller text compares them with last month’s up to the same day.',
    figure: ({ thisMonth }) => figure(thisMonth),
    trend: ({ thisMonth, lastMonth }) => growth(thisMonth.leads, lastMonth.leads),
    list: sinceTheFirst,
  },
  {
    label: 'Conversion Rate',
    definition:
      'The share of all leads that became a deal in the CRM or that staff marked won. New leads and leads that failed to sync do not count as deals. The smaller text compares this month’s leads with last month’s up to the same day.',
    figure: ({ conversionRate }) => `${percent.format(conversionRate)}%`,
    trend: ({ thisMonth, lastMonth }) =>
      lastMonth.leads === 0
        ? nothingBefore
        : trendOf(
            thisMonth.conversionRate - lastMonth.conversionRate,
            (size) =>
              `${size} points ${thisMonth.conversionRate > lastMonth.conversionRate ? 'over' : 'under'} last month`,
          ),
    list: () => '?converted=true',
  },
  {
    label: 'Pipeline Value',
    definition:
      'For each lead that is not lost: the middle of its monthly volume times the 4.25x6 postcard price at that volume, or its recorded value if staff marked it won. In thousands of US dollars. The smaller text compares this month’s leads with last month’s up to the same day.',
    figure: ({ pipelineValue }) => formatThousands(moneyOf(pipelineValue)),
    trend: ({ thisMonth, lastMonth }) => growth(thisMonth.pipelineValue, lastMonth.pipelineValue),
    list: allLeads,
  },
]
