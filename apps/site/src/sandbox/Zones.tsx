import { addressSideOf, sheetOf, type PieceSize } from '@app/print-engine/geometry'
import type { CSSProperties } from 'react'
import styles from './Sandbox.module.css'

interface InchBox {
  left: number
  top: number
  width: number
  height: number
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** CSS position of a box, given in inches, on a picture of the page. */
export const placeOf = (box: InchBox, page: { width: number; height: number }): CSSProperties => ({
  left: percent(box.left, page.width),
  top: percent(box.top, page.height),
  width: percent(box.width, page.width),
  height: percent(box.height, page.height),
})

interface ZonesProps {
  size: PieceSize
  /** Page number, from 1. */
  page: number
}

/** The trim, the safe zone and, on the address side, the areas reserved for it. Drawn to scale over a page. */
export function Zones({ size, page }: ZonesProps) {
  const sheet = sheetOf(size)
  const { page: addressed, inkFree, returnWindow, indicia } = addressSideOf(size)
  return (
    <>
      <span className={styles.trim} style={placeOf(sheet.trim, sheet.page)} />
      <span className={styles.safe} style={placeOf(sheet.safe, sheet.page)} />
      {page === addressed &&
        [inkFree, returnWindow, indicia].map(
          (zone) =>
            zone && <span key={`${zone.left} ${zone.top}`} className={styles.zone} style={placeOf(zone, sheet.page)} />,
        )}
    </>
  )
}
