import {
  getGetLeadQueryKey,
  getGetLeadStatusCountsQueryKey,
  getListLeadsQueryKey,
  type Lead,
  type LeadDetail,
  type LeadInput,
  useGetLead,
  useRetryLeadSync,
} from '@app/api-client'
import { brand } from '@app/brand'
import { Button, CopyButton, Drawer, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ErrorNotice, statusOf } from '../../layout/ErrorNotice.tsx'
import { isTyped, stepOf, useSingleKeys } from '../../layout/single-keys.ts'
import { plainTitleBar } from '../../layout/title-bar.ts'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { absent } from '../../list/date-text.ts'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { industryText, leadName, statusDisplay, volumeText } from './lead-display.ts'
import { LeadHistory } from './LeadHistory.tsx'
import styles from './LeadPanel.module.css'
import { StatusMark } from './StatusMark.tsx'

const recordId = /^[\da-f-]{36}$/

type Props = {
  /** Taken from the address. */
  id: string | undefined
  /** The leads of the list beside it, in order. */
  listed: readonly Lead[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** One lead beside the list, with everything we know about it. */
export function LeadPanel({ id, listed, onOpen, onClose }: Props) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="30rem"
      title="Lead"
      closeButtonProps={{ 'aria-label': 'Close lead' }}
      attributes={plainTitleBar}
    >
      {id && <Neighbors id={id} listed={listed} onOpen={onOpen} />}
      {id && (recordId.test(id) ? <LoadedLead id={id} /> : <NoSuchLead />)}
    </Drawer>
  )
}

/** Moves from lead to lead without going back to the list, also by `j` and `k`. */
function Neighbors({ id, listed, onOpen }: Omit<Props, 'id' | 'onClose'> & { id: string }) {
  const [areKeysOn] = useSingleKeys()
  const at = listed.findIndex((lead) => lead.id === id)
  const next = at < 0 ? undefined : listed[at + 1]?.id
  const previous = listed[at - 1]?.id

  useEffect(() => {
    if (!areKeysOn) return undefined
    const press = (event: KeyboardEvent) => {
      const step = isTyped(event) ? undefined : stepOf(event.key)
      const to = step === 1 ? next : step && previous
      if (to) onOpen(to)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areKeysOn, next, previous, onOpen])

  if (at < 0) return null
  return (
    <div className={styles.neighbors}>
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={!previous}
        onClick={() => previous && onOpen(previous)}
      >
        Previous lead
      </Button>
      <Button size="compact-sm" variant="default" aria-disabled={!next} onClick={() => next && onOpen(next)}>
        Next lead
      </Button>
    </div>
  )
}

const NoSuchLead = () => <EmptyNotice title="There is no such lead">The link may be old or cut short.</EmptyNotice>

function LoadedLead({ id }: { id: string }) {
  const lead = useGetLead(id)

  if (lead.isError && statusOf(lead.error) === 404) return <NoSuchLead />
  if (lead.isError) {
    return (
      <ErrorNotice
        title="The lead could not be loaded"
        error={lead.error}
        onRetry={() => void lead.refetch()}
        isRetrying={lead.isFetching}
      />
    )
  }
  if (lead.isPending) return <Skeleton height={420} radius="md" role="status" aria-label="Loading" />
  return <LeadFacts lead={lead.data.data} />
}

interface LeadFact {
  label: string
  /** The text that a button copies. Without it, there is no button. */
  copied?: (lead: LeadDetail) => string
  /** Null leaves the fact out. */
  show: (lead: LeadDetail) => ReactNode
}

/** What the visitor entered, in this order. The name is in the heading, and the honeypot is not shown. */
const leadFacts = {
  email: {
    label: 'Email',
    copied: ({ email }) => email,
    show: ({ email }) => <a href={`mailto:${email}`}>{email}</a>,
  },
  phone: {
    label: 'Phone',
    copied: ({ phone }) => phone ?? '',
    show: ({ phone }) => phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>,
  },
  company: { label: 'Company', show: ({ company }) => company || absent },
  industry: { label: 'Industry', show: ({ industry }) => industryText(industry) },
  volume: { label: 'Volume', show: ({ volume }) => volumeText(volume) },
  message: {
    label: 'Message',
    show: ({ message }) => (
      <span className={styles.message} dir="auto">
        {message || absent}
      </span>
    ),
  },
  source: { label: 'Page', show: ({ source }) => source },
  leadSource: { label: 'Lead source', show: ({ leadSource }) => leadSource },
} satisfies Record<Exclude<keyof LeadInput, 'firstName' | 'lastName' | 'website'>, LeadFact>

function LeadFacts({ lead }: { lead: LeadDetail }) {
  return (
    <>
      <h2 className={styles.name} dir="auto">
        {leadName(lead) || absent}
      </h2>
      <CrmState lead={lead} />
      <dl className={styles.facts}>
        {Object.entries<LeadFact>(leadFacts).map(([name, { label, copied, show }]) => {
          const shown = show(lead)
          return (
            shown && (
              <Fact key={name} label={label} copied={copied?.(lead)}>
                {shown}
              </Fact>
            )
          )
        })}
      </dl>
      <LeadHistory lead={lead} />
    </>
  )
}

function CrmState({ lead }: { lead: LeadDetail }) {
  const queryClient = useQueryClient()
  const canEdit = useCanEdit()
  const retry = useRetryLeadSync({
    mutation: {
      onSuccess() {
        showSaved('CRM sync will be tried again')
        void queryClient.invalidateQueries({ queryKey: getGetLeadQueryKey(lead.id) })
        void queryClient.invalidateQueries({ queryKey: getGetLeadStatusCountsQueryKey() })
        return queryClient.invalidateQueries({ queryKey: getListLeadsQueryKey() })
      },
      onError: (error) => showFailure(error, 'Failed to retry the CRM sync'),
    },
  })
  return (
    <div className={styles.crm}>
      <StatusMark {...statusDisplay(lead.status)} />
      {lead.crmLeadId && (
        <a href={`${brand.links.crmLeadBase}${lead.crmLeadId}`} target="_blank" rel="noopener noreferrer">
          View lead in the CRM
          <span className={styles.hidden}> (opens in a new tab)</span>
        </a>
      )}
      {canEdit && lead.status === 'sync_failed' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: lead.id })}
        >
          Retry sync
        </Button>
      )}
    </div>
  )
}

function Fact({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        {children}
        {copied && (
          <CopyButton value={copied}>
            {({ copied: isCopied, copy }) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={isCopied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
                onClick={copy}
              >
                {isCopied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        )}
      </dd>
    </div>
  )
}
