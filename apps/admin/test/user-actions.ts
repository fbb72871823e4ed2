import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { toast } from './admin.tsx'

export const says = (text: string) => waitFor(() => expect(toast()).toHaveTextContent(text))
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Replaces the text of a field in one step, like pasting, because typing rerenders the form for each letter. */
export const fill = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })

export const areClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

/** Goes back, which closes a dialog without discarding its text. */
export async function leaveDialog(): Promise<void> {
  act(() => window.history.back())
  await areClosed()
}

/** Confirms the dialog with this name. */
export const answer = async (question: string, action: string) =>
  userEvent.click((await dialog(question)).getByRole('button', { name: action }))
