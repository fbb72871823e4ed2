import {
  type AccountPiece,
  pieceIdPattern,
  useGetAccountPiece,
  useListAccounts,
  useListCampaignLinks,
  useListLeads,
  useListPricingProducts,
  useListSampleRequests,
} from '@app/api-client'
import { labelOf, pieceStatusLabels } from '@app/labels'
import { useDebouncedValue } from '@mantine/hooks'
import { fullName } from '../people/full-name.ts'
import { routes } from '../urls/routes.ts'
import { type Command, hasWords } from './command-list.ts'

/** How long typing has to pause before a request is sent. */
const pauseMs = 200
/** Shorter texts match nearly every record. */
const minCharacters = 2
const maxLeads = 6
/** For each other kind. */
const maxOthers = 4

interface Person {
  firstName: string
  lastName: string
  email: string
  company?: string | null | undefined
}

const personCommand = ({ firstName, lastName, email, company }: Person, what: string) => ({
  label: fullName({ firstName, lastName }) || email,
  hint: [what, company, email].filter(Boolean).join(' · '),
})

const pieceCommand = ({ accountId, accountName, piece: { Id, Mode, Status } }: AccountPiece): Command => ({
  id: Id,
  label: Id,
  hint: ['Piece', accountName, labelOf(pieceStatusLabels, Status)].join(' · '),
  to: `${routes.accounts.path}?account=${accountId}&mode=${Mode}&piece=${Id}`,
})

/** Records that match the text. Excludes results for an earlier text. */
export function useRecordCommands(text: string) {
  const [q] = useDebouncedValue(text, pauseMs)
  const isWanted = text.length >= minCharacters
  const query = { query: { enabled: q.length >= minCharacters } }
  const leads = useListLeads({ q, limit: maxLeads }, query)
  const requests = useListSampleRequests({ q, limit: maxOthers }, query)
  const accounts = useListAccounts({ q, limit: maxOthers }, query)
  const links = useListCampaignLinks({ q, limit: maxOthers }, query)
  const products = useListPricingProducts(query)
  const piece = useGetAccountPiece(q, { query: { enabled: pieceIdPattern.test(q) } })
  const loads = [leads, requests, accounts, links, products]
  const isFetching = [piece, ...loads].some((load) => load.isFetching)
  const isCurrent = isWanted && q === text

  const commands = [
    ...(piece.data ? [pieceCommand(piece.data.data)] : []),
    ...(products.data?.data ?? [])
      .filter(({ name, category }) => hasWords(`${name} ${category}`, text))
      .map(({ id, name }): Command => ({ id, label: name, hint: 'Product', to: `${routes.pricing.path}?edit=${id}` })),
    ...(leads.data?.data ?? []).map((lead): Command => ({
      id: lead.id,
      ...personCommand(lead, 'Lead'),
      to: `/?lead=${lead.id}`,
    })),
    ...(requests.data?.data ?? []).map((request): Command => ({
      id: request.id,
      ...personCommand(request, 'Sample request'),
      to: `${routes.samples.path}?tab=requests&q=${encodeURIComponent(request.email)}`,
    })),
    ...(accounts.data?.data ?? []).map(({ id, name, billingName }): Command => ({
      id,
      label: name,
      hint: `Customer account · ${billingName}`,
      to: `${routes.accounts.path}?account=${id}`,
    })),
    ...(links.data?.data ?? []).map(({ id, label, campaign, code }): Command => ({
      id,
      label,
      hint: ['Campaign link', campaign, code].filter(Boolean).join(' · '),
      to: `${routes.campaigns.path}?tab=links&q=${code}`,
    })),
  ]
  return {
    isSearching: isWanted && (q !== text || isFetching),
    isError: isCurrent && loads.some((load) => load.isError),
    // Shows all results together, because late results would move the row that the user is about to choose.
    commands: isCurrent && !isFetching ? commands : [],
  }
}
