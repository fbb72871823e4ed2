import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ButtonProps & ComponentProps<'button'>, 'size' | 'aria-label' | 'children'> & {
  text: ReactNode
  /** The action and the name of its row, for screen readers. */
  label: string
}

/** A small button in a row of a list. */
export const RowButton = ({ text, label, ...button }: Props) => (
  <Button size="compact-sm" variant="default" aria-label={label} {...button}>
    {text}
  </Button>
)
