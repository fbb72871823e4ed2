import { sheetOf } from '@app/print-engine/geometry'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DraftOf, draftPage, pagesIn, pixelsPerInch } from './draft-page.ts'
import { ownFontFaces } from './own-fonts.ts'
import { Zones } from './Zones.tsx'
import styles from './Workbench.module.css'

interface DraftFrameProps extends Omit<DraftOf, 'fontFaces'> {
  label: string
  /** From 1. The one that carries the address has zones of its own. */
  page: number
}

/** More are not printed. */
const mostPages = 12

/** The template as this browser draws it: one side of a postcard, or every page of a letter. */
export function DraftFrame({ label, page, ...draft }: DraftFrameProps) {
  const fontFaces = useMemo(() => ownFontFaces(), [])
  const [pages, setPages] = useState(1)
  const { size } = draft
  const shown = Math.min(pages, mostPages)
  return (
    <>
      {Array.from({ length: shown }, (_, index) => (
        <DraftSheet
          key={index}
          label={index === 0 ? label : `${label}, page ${page + index}`}
          html={draftPage({ ...draft, fontFaces }, index + 1)}
          size={size}
          page={page + index}
          // The first one alone: each has all pages in it.
          onDrawn={index === 0 ? (frame) => setPages(pagesIn(frame, size)) : undefined}
        />
      ))}
      <p className={styles.meta}>
        {pages > 1 && `${pages} pages. `}
        {pages > mostPages && `A letter has at most ${mostPages}. `}
        Drawn by this browser. Address, barcode and codes are printed by us.
      </p>
    </>
  )
}

interface DraftSheetProps {
  label: string
  html: string
  size: DraftOf['size']
  page: number
  onDrawn: ((frame: HTMLIFrameElement) => void) | undefined
}

/**
 * One page in a frame without scripts. The frame has our origin for our fonts' sake; without scripts in it that opens
 * nothing, and the page's policy lets it load nothing else.
 */
function DraftSheet({ label, html, size, page, onDrawn }: DraftSheetProps) {
  const { width, height } = sheetOf(size).page
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0.5)
  // Typing goes first, drawing follows.
  const drawn = useDeferredValue(html)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => setScale(element.clientWidth / (width * pixelsPerInch))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [width])

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
          onLoad={({ currentTarget }) => {
            onDrawn?.(currentTarget)
            // Lines are as long as the letters of their fonts.
            void currentTarget.contentDocument?.fonts?.ready.then(() => onDrawn?.(currentTarget))
          }}
        />
        <Zones size={size} page={page} />
        <span className={styles.mark}>Draft</span>
      </div>
      <figcaption>{label}</figcaption>
    </figure>
  )
}
