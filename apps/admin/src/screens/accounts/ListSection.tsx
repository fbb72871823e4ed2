import type { ComponentProps, ReactNode } from 'react'
import { Section } from '../../components/Section.tsx'
import { WholeList } from '../../list/WholeList.tsx'

type Props<Item> = Omit<ComponentProps<typeof WholeList<Item>>, 'label'> & { title: string; action?: ReactNode }

/** The column widths of a row, regardless of its buttons. */
export const itemColumns = '5fr 4fr 10.5rem'

/** A part of the account page with its own list, so that a failed part doesn't affect the others. */
export const ListSection = <Item,>({ title, action, ...list }: Props<Item>) => (
  <Section title={title} action={action}>
    <WholeList {...list} label={title} />
  </Section>
)
