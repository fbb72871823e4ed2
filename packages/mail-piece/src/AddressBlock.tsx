import type { CSSProperties } from 'react'
import { addressLines, type PostalAddress } from './address.ts'
import { addressBlock } from './formats.ts'
import { imbSize } from './imb-bars.ts'
import { Imb } from './Imb.tsx'
import styles from './MailPiece.module.css'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no custom properties.
const blockStyle = {
  '--inset': addressBlock.inset,
  '--type': addressBlock.typeInches,
  '--leading': addressBlock.leading,
  '--barcode-gap': addressBlock.barcodeGap,
  '--barcode-width': imbSize.width.toFixed(3),
} as CSSProperties

/** The address with the barcode above it, where USPS reads it. */
export function AddressBlock({ to, imb }: { to: PostalAddress; imb: string }) {
  return (
    <div className={styles.addressBlock} style={blockStyle}>
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
