import { type Lead, type LeadDetail, retryLeadSync } from '@app/api-client'
import { brand } from '@app/brand'
import { fieldNames, labelOf, leadField, type LeadFormField, leadFormFields } from '@app/labels'
import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { fullName } from '../people/full-name.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { NewTabLink } from '../components/NewTabLink.tsx'
import { absent } from '../components/format.ts'
import { useWrite } from '../edit/use-write.ts'
import { useCanEdit } from '../session/use-staff.ts'
import { duplicatesText, industryText, statusDisplay, StatusMark, volumeText } from '../leads/lead-display.tsx'
import text from '../components/text.module.css'
import styles from './LeadPanel.module.css'
import { Visits } from '../leads/Visit.tsx'
import { routes } from '../urls/routes.ts'
import { useHasCrm } from '../leads/use-has-crm.ts'

const LeadName = ({ lead }: { lead: Lead }) => (
  <h2 className={styles.name} dir="auto" tabIndex={-1} data-lead-title>
    {fullName(lead) || absent}
  </h2>
)

/** A lead whose details may not have loaded yet. */
type KnownLead = Lead & Partial<LeadDetail>

/** Shows the data of the lead's row while the rest loads. `children` is shown in place of the pipeline fields. */
export const KnownFacts = ({ lead, children }: { lead: Lead; children: ReactNode }) => (
  <>
    <LeadName lead={lead} />
    {children}
    <LeadFacts lead={lead} />
  </>
)

interface LeadFact {
  /** The text that the copy button copies. Without it, there is no button. */
  copied?: (lead: KnownLead) => string
  /** Returns nothing to hide the fact. */
  show: (lead: KnownLead) => ReactNode
}

/** Facts that are not just the text that the visitor entered. */
const facts: Partial<Record<LeadFormField, LeadFact>> = {
  email: { copied: ({ email }) => email, show: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
  phone: {
    copied: ({ phone }) => phone ?? '',
    show: ({ phone }) => phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>,
  },
  company: { show: ({ company }) => company || absent },
  industry: { show: ({ industry }) => industryText(industry) },
  volume: { show: ({ volume }) => volumeText(volume) },
  message: {
    show: ({ message }) =>
      message !== undefined && (
        <span className={styles.message} dir="auto">
          {message || absent}
        </span>
      ),
  },
}

const textFact = (name: LeadFormField): LeadFact => ({
  show: ({ [name]: text }) => text && <span dir="auto">{labelOf(leadField(name).values ?? {}, text)}</span>,
})

/** The fields of the form. The name is in the heading. */
const answered = fieldNames(leadFormFields).filter((name) => name !== 'firstName' && name !== 'lastName')

/** All facts, in this order. */
const leadFacts: (LeadFact & { label: string })[] = [
  ...answered.map((name) => ({ label: leadFormFields[name].label, ...(facts[name] ?? textFact(name)) })),
  {
    label: 'Attribution',
    show: ({ touches }) => touches && <Visits touches={touches} />,
  },
]

/** The name and state of a lead, above the pipeline fields. */
export const LeadHead = ({ lead }: { lead: LeadDetail }) => (
  <>
    <LeadName lead={lead} />
    <DuplicateEmail lead={lead} />
    <CrmState lead={lead} />
    <CustomerAccount lead={lead} />
  </>
)

export const LeadFacts = ({ lead }: { lead: KnownLead }) => (
  <dl className={styles.facts}>
    {leadFacts.map(({ label, copied, show }) => {
      const shown = show(lead)
      return (
        shown && (
          <Fact key={label} label={label} copied={copied?.(lead)}>
            {shown}
          </Fact>
        )
      )
    })}
  </dl>
)

/** Warns about duplicates, so that the same person isn't called twice. */
const DuplicateEmail = ({ lead: { email, duplicateBy } }: { lead: LeadDetail }) =>
  duplicateBy && (
    <p className={styles.duplicates}>
      {duplicateBy.includes('email') ? (
        <Link to={`?q=${encodeURIComponent(email)}`}>Other leads have this email</Link>
      ) : (
        duplicatesText({ duplicateBy })
      )}
    </p>
  )

/** The account of a customer, or a link to open one. */
function CustomerAccount({ lead: { id, accountId, pipeline, mergedInto } }: { lead: LeadDetail }) {
  const canEdit = useCanEdit()
  const canOpen = canEdit && pipeline.stage === 'won' && !mergedInto
  if (!accountId && !canOpen) return null
  const search = accountId ? `?account=${accountId}` : `?edit=new&lead=${id}`
  return (
    <p>
      <Link to={routes.accounts.path + search}>{accountId ? 'Customer account' : 'Open an account'}</Link>
    </p>
  )
}

function CrmState({ lead }: { lead: LeadDetail }) {
  const canEdit = useCanEdit()
  const hasCrm = useHasCrm()
  const retry = useWrite({
    kind: 'leads',
    what: 'lead',
    send: () => retryLeadSync(lead.id),
    saved: 'CRM sync will be tried again',
    failed: 'Failed to retry the CRM sync',
  })
  /** The lead whose sync was retried, until it is loaded again. */
  const [retried, setRetried] = useState<LeadDetail>()
  // A status from an earlier CRM stays visible.
  if (!hasCrm && (lead.status ?? 'new') === 'new') return null
  return (
    <Group mih={30} mb="md" gap="8px 16px">
      <span className={text.quiet}>CRM sync</span>
      <StatusMark {...statusDisplay(lead.status)} />
      {lead.crmLeadId && (
        <NewTabLink href={`${brand.links.crmLeadBase}${lead.crmLeadId}`}>View lead in the CRM</NewTabLink>
      )}
      {canEdit && lead.status === 'sync_failed' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={retry.isPending || retried === lead}
          onClick={() => retry.start(undefined, () => setRetried(lead))}
        >
          Retry sync
        </Button>
      )}
    </Group>
  )
}

function Fact({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        {children}
        {copied && (
          <CopyButton text={copied} size="compact-xs" what={label.toLowerCase()}>
            Copy
          </CopyButton>
        )}
      </dd>
    </div>
  )
}
