import { sheetOf, type PieceSize } from '@app/print-engine/geometry'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { draftPage } from './draft-page.ts'
import { ownFontFaces } from './own-fonts.ts'
import { Zones } from './Zones.tsx'
import styles from './Workbench.module.css'

interface DraftFrameProps {
  label: string
  html: string
  values: Record<string, string>
  size: PieceSize
  /** From 1. The one that carries the address has zones of its own. */
  page: number
}

/** CSS has this many pixels to the inch. */
const pixelsPerInch = 96

/**
 * The template as this browser draws it, in a frame without scripts. The frame has our origin for our fonts' sake; without
 * scripts in it that opens nothing, and the page's policy lets it load nothing else.
 */
export function DraftFrame({ label, html, values, size, page }: DraftFrameProps) {
  const { width, height } = sheetOf(size).page
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0.5)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => setScale(element.clientWidth / (width * pixelsPerInch))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])

  const fonts = useMemo(() => ownFontFaces(), [])
  // Typing goes first, drawing follows.
  const drawn = useDeferredValue(draftPage(html, values, size, fonts))
  return (
    <figure className={styles.sheet}>
      <div
        ref={place}
        role="img"
        aria-label={`Draft: ${label}`}
        className={styles.picture}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <iframe
          title={`Draft: ${label}`}
          sandbox="allow-same-origin"
          inert
          srcDoc={drawn}
          className={styles.frame}
          style={{ width: `${width}in`, height: `${height}in`, transform: `scale(${scale})` }}
        />
        <Zones size={size} page={page} />
        <span className={styles.mark}>Draft</span>
      </div>
      <figcaption>{label}, drawn by this browser. Address, barcode and codes are printed by us.</figcaption>
    </figure>
  )
}
