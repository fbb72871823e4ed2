import { paths } from '../paths.ts'
import { routes } from '../routes.ts'

export interface Command {
  id: string
  label: string
  /** Said behind the label, quietly. */
  hint?: string
  /** Path of the app to go to. */
  to: string
}

const screens: Command[] = routes.map(({ path, meta }) => ({
  id: path,
  label: `Go to ${meta.title}`,
  to: path,
}))

const views: Command[] = [
  { id: 'failed-leads', label: 'Leads that failed to sync', to: `${paths.dashboard}?status=sync_failed` },
  { id: 'new-leads', label: 'New leads', to: `${paths.dashboard}?status=new` },
  { id: 'requests', label: 'Sample requests', to: `${paths.samples}?tab=requests` },
  { id: 'pending', label: 'Pending sample requests', to: `${paths.samples}?tab=requests&processed=false` },
  { id: 'audit', label: 'Audit log of prices', to: `${paths.pricing}?tab=audit` },
]

const edits: Command[] = [
  { id: 'add-template', label: 'Add a sample template', to: `${paths.samples}?edit=new` },
  { id: 'add-product', label: 'Add a pricing product', to: `${paths.pricing}?edit=new` },
]

/** Commands that hold every word of the text. */
export function commandsFor(text: string, canEdit: boolean): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return [...screens, ...views, ...(canEdit ? edits : [])].filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  )
}
