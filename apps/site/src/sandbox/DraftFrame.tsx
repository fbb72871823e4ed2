import { sheetOf } from '@app/print-engine/geometry'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type DraftOf, draftPage, pagesIn, pixelsPerInch } from './draft-page.ts'
import styles from './Sandbox.module.css'
import { Zones } from './Zones.tsx'

interface DraftFrameProps extends Omit<DraftOf, 'fontFaces'> {
  label: string
  /** Page number, from 1. The page with the address has extra zones. */
  page: number
}

/** The print API rejects longer letters. */
const maxPages = 12

/** The template as this browser renders it: one side of a postcard, or every page of a letter. */
export function DraftFrame({ label, page, ...draft }: DraftFrameProps) {
  const fontFaces = useMemo(() => fontFacesOfPage(), [])
  const [pages, setPages] = useState(1)
  const { size } = draft
  const shown = Math.min(pages, maxPages)
  return (
    <>
      <div
        {...(shown > 1 && {
          role: 'group',
          'aria-label': `Pages of the draft: ${label}`,
          // The element scrolls, so keyboard users must be able to focus it.
          tabIndex: 0,
          className: styles.sheets,
        })}
      >
        {Array.from({ length: shown }, (_, index) => (
          <DraftSheet
            key={index}
            label={index === 0 ? label : `${label}, page ${page + index}`}
            html={draftPage({ ...draft, fontFaces }, index + 1)}
            size={size}
            page={page + index}
            // Each frame lays out all pages, so only the first one reports their number.
            onLayout={index === 0 ? (frame) => setPages(pagesIn(frame, size)) : undefined}
          />
        ))}
      </div>
      <p className={styles.meta}>
        {pages > 1 && `${pages} pages. `}
        {pages > maxPages && `A letter can have up to ${maxPages}. `}
        Rendered by your browser. The address, the barcode, and QR codes are added when the piece is printed.
      </p>
    </>
  )
}

interface DraftSheetProps {
  label: string
  html: string
  size: DraftOf['size']
  page: number
  onLayout: ((frame: HTMLIFrameElement) => void) | undefined
}

/**
 * One page in a frame without scripts. The frame has our origin so that it can load our fonts. That is safe because no
 * script runs in it, and the content security policy of the page blocks everything else.
 */
function DraftSheet({ label, html, size, page, onLayout }: DraftSheetProps) {
  const { width, height } = sheetOf(size).page
  const container = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0.5)
  // Keeps typing responsive while the frame catches up.
  const shownHtml = useDeferredValue(html)
  useLayoutEffect(() => {
    const element = container.current
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
        ref={container}
        role="img"
        aria-label={`Draft: ${label}`}
        className={styles.picture}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        <iframe
          title={`Draft: ${label}`}
          sandbox="allow-same-origin"
          inert
          srcDoc={shownHtml}
          className={styles.frame}
          style={{ width: `${width}in`, height: `${height}in`, transform: `scale(${scale})` }}
          onLoad={({ currentTarget }) => {
            onLayout?.(currentTarget)
            // Lines break differently once the fonts have loaded.
            void currentTarget.contentDocument?.fonts?.ready.then(() => onLayout?.(currentTarget))
          }}
        />
        <Zones size={size} page={page} />
      </div>
      <figcaption>
        {label} <span className={styles.mark}>Draft</span>
      </figcaption>
    </figure>
  )
}

/** The @font-face rules of this page, for a frame without its own style sheet. */
const fontFacesOfPage = (): string =>
  [...document.styleSheets]
    .flatMap(rulesOf)
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ cssText }) => cssText)
    .join('\n')

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    // A browser extension added it from another origin, so the page must not read it.
    return []
  }
}
