import type { CSSProperties } from 'react'
import { AddressBlock, ReturnAddress } from './AddressBlock.tsx'
import { letterFormats, letterWindows, type LetterSize } from './formats.ts'
import { LeafMark } from './garden-art.tsx'
import { MergedText } from './MergedText.tsx'
import { QrCode } from './QrCode.tsx'
import { gardenCampaign as campaign, type Recipient } from './samples.ts'
import styles from './MailPiece.module.css'

interface LetterProps {
  size: LetterSize
  recipient: Recipient
  /** Shows the two fold lines of a mailed letter. */
  folded?: boolean
}

const sheetStyle = (size: LetterSize): CSSProperties =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no custom properties.
  ({
    '--trim-width': letterFormats[size].trim.width,
    '--trim-height': letterFormats[size].trim.height,
    '--from-left': letterWindows.from.left,
    '--from-top': letterWindows.from.top,
    '--to-left': letterWindows.to.left,
    '--to-top': letterWindows.to.top,
    '--to-height': letterWindows.to.height,
    '--body-top': letterWindows.bodyTop,
  }) as CSSProperties

export function Letter({ size, recipient, folded = false }: LetterProps) {
  return (
    <div className={styles.piece} style={sheetStyle(size)}>
      <div className={styles.letter} data-folded={folded || undefined}>
        <div className={styles.fromWindow}>
          <ReturnAddress from={campaign.from} />
        </div>
        <div className={styles.letterhead}>
          <LeafMark className={styles.leafMark} />
          <span>{campaign.sender}</span>
        </div>
        <div className={styles.toWindow}>
          <AddressBlock to={recipient.to} imb={recipient.imb} />
        </div>
        <div className={styles.letterBody}>
          <p>
            <MergedText template={campaign.letter.greeting} fields={recipient.fields} />
          </p>
          {campaign.letter.paragraphs.map((paragraph) => (
            <p key={paragraph}>
              <MergedText template={paragraph} fields={recipient.fields} />
            </p>
          ))}
          <p>{campaign.letter.closing}</p>
          <div className={styles.signature}>{campaign.sender}</div>
        </div>
        <div className={styles.letterFoot}>
          <QrCode rows={recipient.qr} label={`QR code to ${recipient.qrLabel}`} className={styles.letterQr} />
          <div>
            <div className={styles.letterOffer}>
              <MergedText template={campaign.offer} fields={recipient.fields} />
            </div>
            <div>{recipient.qrLabel}</div>
          </div>
        </div>
      </div>
    </div>
  )
}
