import { VisuallyHidden } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A link that opens a new tab and announces that to screen readers. */
export const NewTabLink = ({ children, ...link }: ComponentProps<'a'>) => (
  <a target="_blank" rel="noopener noreferrer" {...link}>
    {children}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </a>
)
