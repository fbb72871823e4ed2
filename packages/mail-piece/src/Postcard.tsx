import type { CSSProperties } from 'react'
import { AddressBlock, ReturnAddress } from './AddressBlock.tsx'
import { indiciaZone, postcardFormats, type PostcardSize } from './formats.ts'
import { FrontArt, hasDarkSky } from './FrontArt.tsx'
import { MergedText } from './MergedText.tsx'
import { permitLines } from './permit.ts'
import { QrCode } from './QrCode.tsx'
import { type FrontDesign, gardenCampaign, type Recipient } from './samples.ts'
import styles from './MailPiece.module.css'

interface PostcardProps {
  size: PostcardSize
  recipient: Recipient
}

const sheetStyle = (size: PostcardSize): CSSProperties => {
  const { trim, inkFree } = postcardFormats[size]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no custom properties.
  return {
    '--trim-width': trim.width,
    '--trim-height': trim.height,
    '--zone-width': inkFree.width,
    '--zone-height': inkFree.height,
    '--zone-right': inkFree.right,
    '--zone-bottom': inkFree.bottom,
  } as CSSProperties
}

interface PostcardFrontProps extends PostcardProps {
  design?: FrontDesign
}

export function PostcardFront({ size, design = gardenCampaign, recipient }: PostcardFrontProps) {
  return (
    <div className={styles.piece} style={sheetStyle(size)}>
      <div className={styles.front} data-sky={hasDarkSky(design.art) ? 'dark' : undefined}>
        <FrontArt art={design.art} className={styles.art} />
        <div className={styles.frontCopy}>
          <div className={styles.eyebrow}>
            <MergedText template={design.eyebrow} fields={recipient.fields} />
          </div>
          <div className={styles.headline}>
            <MergedText template={design.headline} fields={recipient.fields} />
          </div>
        </div>
        <div className={styles.offer}>
          <MergedText template={design.offer} fields={recipient.fields} />
        </div>
      </div>
    </div>
  )
}

/**
 * The back: the message on the left, postage at the top right, and only the barcode and address in the ink-free zone.
 */
export function PostcardBack({ size, recipient }: PostcardProps) {
  return (
    <div className={styles.piece} style={sheetStyle(size)}>
      <div className={styles.back}>
        <ReturnAddress from={gardenCampaign.from} />
        <Indicia />
        <div className={styles.message}>
          <div className={styles.backHeadline}>
            <MergedText template={gardenCampaign.backHeadline} fields={recipient.fields} />
          </div>
          <p className={styles.backBody}>
            <MergedText template={gardenCampaign.backBody} fields={recipient.fields} />
          </p>
          <QrCode rows={recipient.qr} label={`QR code to ${recipient.qrLabel}`} className={styles.qr} />
          <div className={styles.qrLabel}>{recipient.qrLabel}</div>
        </div>
        <div className={styles.inkFree}>
          <AddressBlock to={recipient.to} imb={recipient.imb} />
        </div>
      </div>
    </div>
  )
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no custom properties.
const indiciaStyle = {
  '--right': indiciaZone.right,
  '--top': indiciaZone.top,
  '--width': indiciaZone.width,
  '--height': indiciaZone.height,
} as CSSProperties

function Indicia() {
  return (
    <div className={styles.indicia} style={indiciaStyle}>
      {permitLines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
