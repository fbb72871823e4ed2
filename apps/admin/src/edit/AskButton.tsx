import type { ButtonProps } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { RowButton } from '../list/RowButton.tsx'
import { ConfirmWrite } from './ConfirmWrite.tsx'

type Question<Data> = Omit<ComponentProps<typeof ConfirmWrite<Data>>, 'onClose'>

type Props<Data> = Question<Data> & {
  /** The text of the button, if it differs from the action. */
  text?: string
  /** The action and the name of its row, for screen readers. */
  label: string
  look?: Pick<ButtonProps, 'variant' | 'color'>
}

/** A button in a list row that requires confirmation. */
export function AskButton<Data>({ text, label, look, ...question }: Props<Data>) {
  // Kept as asked, so that a colleague's change does not turn the open question into its opposite.
  const [asked, setAsked] = useState<Question<Data>>()
  return (
    <>
      <RowButton text={text ?? question.action} label={label} {...look} onClick={() => setAsked(question)} />
      {asked && <ConfirmWrite {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
