import styles from './TierLine.module.css'

interface Tier {
  label: string
  price: string
  note?: string
}

/** Prices side by side, each with its quantity. */
export function TierLine({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <dl className={styles.tiers}>
      {tiers.map(({ label, price, note }) => (
        <div key={label} className={styles.tier}>
          <dt>{label}</dt>
          <dd className={styles.price}>{price}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
