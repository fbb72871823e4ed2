import { addressLines, type PostalAddress } from './address.ts'
import { Imb } from './Imb.tsx'
import styles from './MailPiece.module.css'

/** The address with the barcode above it, where USPS reads it. */
export function AddressBlock({ to, imb }: { to: PostalAddress; imb: string }) {
  return (
    <div className={styles.addressBlock}>
      <Imb bars={imb} className={styles.imb} />
      {addressLines(to).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}

export function ReturnAddress({ from }: { from: PostalAddress }) {
  return (
    <div className={styles.returnAddress}>
      {addressLines(from).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
