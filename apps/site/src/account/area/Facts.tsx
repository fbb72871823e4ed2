import { Fragment, type ReactNode } from 'react'
import styles from './Area.module.css'

interface FactsProps {
  facts: Readonly<Record<string, ReactNode>>
  /** More facts, labeled with names from the customer's code. */
  codes?: Readonly<Record<string, string>>
}

/** The facts of a record, by label. */
export const Facts = ({ facts, codes = {} }: FactsProps) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([label, fact]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{fact}</dd>
      </Fragment>
    ))}
    {Object.entries(codes).map(([name, value]) => (
      <Fragment key={`code ${name}`}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
