import type { StaffRole } from '@app/api-client'
import { goToText, screenRoutes } from '../routes.ts'

export interface Command {
  id: string
  label: string
  /** Shown behind the label, in a quieter color. */
  hint?: string
  /** Path of the app to go to. */
  to: string
  icon?: string
}

type Offered = { command: Command; role: StaffRole }

const screens = screenRoutes.map((route): Offered => {
  const { path, icon, role } = route
  return { role, command: { id: path, label: goToText(route), to: path, icon } }
})

const commands = screenRoutes.flatMap(({ path, icon, commands }) =>
  commands.map(({ label, search, role }): Offered => {
    const to = path + search
    return { role: role ?? 'viewer', command: { id: to, label, to, icon } }
  }),
)

// Screens first, then what they show, then what changes something.
const inOrder = [
  ...screens,
  ...commands.filter(({ role }) => role === 'viewer'),
  ...commands.filter(({ role }) => role !== 'viewer'),
]

/** The commands that contain every word of the text, in any order. */
export function commandsFor(text: string, hasRole: (least: StaffRole) => boolean): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return inOrder
    .filter(({ role }) => hasRole(role))
    .map(({ command }) => command)
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
