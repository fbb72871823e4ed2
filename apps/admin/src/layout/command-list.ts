import type { StaffRole } from '@app/api-client'
import { goToText, screenRoutes } from '../urls/routes.ts'

export interface Command {
  id: string
  label: string
  /** Shown after the label, in a quieter color. */
  hint?: string
  /** Extra search terms. */
  words?: string | undefined
  /** A path of the app, or a function to run. */
  to: string | (() => void)
  icon?: string
}

type Offered = { command: Command; role: StaffRole | undefined }

const screens = screenRoutes.map((route): Offered => {
  const { path, icon, role } = route
  return { role, command: { id: path, label: goToText(route), to: path, icon } }
})

const commands = screenRoutes.flatMap(({ path, icon, commands }) =>
  commands.map(({ label, words, search, role }): Offered => {
    const to = path + search
    return { role, command: { id: `${label} ${to}`.replaceAll(' ', '-'), label, words, to, icon } }
  }),
)

// Screens first, then their views, then commands that change something.
const inOrder = [...screens, ...commands.filter(({ role }) => !role), ...commands.filter(({ role }) => role)]

/** True if a text contains every word, in any order. */
export function hasWords(text: string, searched: string): boolean {
  const lower = text.toLowerCase()
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** The commands that contain every word of the text, in any order. `actions` come last. */
export function commandsFor(
  text: string,
  hasRole: (least?: StaffRole) => boolean,
  actions: readonly Command[],
): Command[] {
  const allowed = inOrder.filter(({ role }) => hasRole(role)).map(({ command }) => command)
  return [...allowed, ...actions].filter(({ label, words = '' }) => hasWords(`${label} ${words}`, text))
}
