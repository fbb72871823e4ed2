import { screen, within } from '@testing-library/react'
import { lead, renderAdmin, signedIn, withLeads } from './admin.tsx'
import { leadDetail, leadHandlers, leadId, otherLeadId, withLead } from './leads.ts'

/** Two leads in the list, and the details of either. */
export const withTwoLeads = [
  signedIn,
  ...leadHandlers,
  withLeads(lead({ id: leadId }), lead({ id: otherLeadId, firstName: 'Omar' })),
  withLead(leadDetail()),
]

export const openLead = () => renderAdmin(`/leads?lead=${leadId}`)
export const panel = () => within(screen.getByRole('dialog', { name: 'Lead' }))
