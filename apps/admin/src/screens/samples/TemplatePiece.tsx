import type { SampleTemplate } from '@app/api-client'
import { useState } from 'react'
import styles from './TemplatePiece.module.css'

export type Side = 'front' | 'back'

type Props = { template: SampleTemplate; side: Side }

/** One side of a template, in the shape of the piece, or a blank sheet if it has no image. */
export function TemplatePiece({ template, side }: Props) {
  const url = side === 'front' ? template.frontImageUrl : template.backImageUrl
  // Keyed by URL, so that a corrected one is loaded again.
  return (
    <div className={styles.frame}>
      <div className={styles.piece} data-type={template.type}>
        {url ? (
          <Picture key={url} url={url} alt={`${template.name}, ${side}`} side={side} />
        ) : (
          <BlankSheet side={side} text={`No ${side} image`} />
        )}
      </div>
    </div>
  )
}

function Picture({ url, alt, side }: { url: string; alt: string; side: Side }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <BlankSheet side={side} text={`The ${side} image could not be loaded`} />
  return (
    <img
      className={styles.picture}
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}

function BlankSheet({ side, text }: { side: Side; text: string }) {
  return (
    <div className={styles.blank}>
      {side === 'back' && (
        <span aria-hidden className={styles.postal}>
          <span className={styles.stamp} />
          <span className={styles.address}>
            <i />
            <i />
            <i />
          </span>
        </span>
      )}
      <span className={styles.blankText}>{text}</span>
    </div>
  )
}
