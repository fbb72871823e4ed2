import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  /** What it does, with the name of its row. */
  label: string
  onClick: () => void
  loading?: boolean
  disabled?: boolean
  children: ReactNode
}

/** A small button in a row of a list. */
export const RowButton = ({ label, ...button }: Props) => (
  <Button size="compact-sm" variant="default" aria-label={label} {...button} />
)
