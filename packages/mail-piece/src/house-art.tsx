import type { ReactNode } from 'react'
import styles from './Art.module.css'

const stars = [
  [92, 214],
  [208, 236],
  [300, 206],
  [560, 62],
  [392, 66],
] as const

/** The scene around a house: the moon or the sun, and a hill with room for the house. */
const Street = ({ children }: { children: ReactNode }) => (
  <>
    <circle cx="508" cy="112" r="40" className={styles.lit} />
    <path d="M-20 331L0 322C110 274 232 270 340 300S520 296 600 262L620 254V445H-20Z" className={styles.deepTeal} />
    {children}
    <path d="M-20 346L0 344C140 330 340 352 600 356H620V445H-20Z" className={styles.nearHill} />
    <path d="M424 354H468L535 445H383Z" className={styles.sky} />
  </>
)

const House = () => (
  <>
    <path d="M514 214V168H540V240Z" className={styles.deepStamp} />
    <path d="M346 262H546V372H346Z" className={styles.paper} />
    <path d="M446 262H546V372H446Z" className={styles.softTeal} />
    <path d="M322 268L446 180L570 268Z" className={styles.sun} />
    <circle cx="446" cy="236" r="15" className={styles.lit} />
    <path d="M368 288H410V330H368ZM482 288H524V330H482Z" className={styles.lit} />
    <path d="M389 288V330M368 309H410M503 288V330M482 309H524" className={styles.thin} />
    <path d="M426 304H466V372H426Z" className={styles.deepTeal} />
    <circle cx="457" cy="340" r="3.500" className={styles.lit} />
  </>
)

const Tree = () => (
  <>
    <path d="M274 352V300" className={styles.line} />
    <ellipse cx="274" cy="262" rx="34" ry="56" className={styles.leafLight} />
  </>
)

const Flag = () => (
  <>
    <path d="M224 352V188" className={styles.pole} />
    <circle cx="224" cy="184" r="6" className={styles.lit} />
    <path d="M227 194Q256 184 281 194T330 192V256Q306 248 281 258T227 258Z" className={styles.paper} />
    <path
      d="M227 194Q256 184 281 194T330 192V205Q306 197 281 207T227 207ZM227 220Q256 210 281 220T330 218V231Q306 223 281 233T227 233ZM227 246Q256 236 281 246T330 244V256Q306 248 281 258T227 258Z"
      className={styles.sun}
    />
    <path d="M227 194Q250 186 270 190V230Q248 226 227 233Z" className={styles.ink} />
    <path d="M240 203h0M256 200h0M240 217h0M256 214h0" className={styles.star} />
  </>
)

/** The dark windows of the two apartment buildings. */
const darkWindows = new Set(['0-1', '2-0', '3-2', '1-3', '3-4'])
const columns = [334, 374, 432, 472, 512]
const floors = [190, 228, 266, 304]

/** A house in the evening, with its lights on. */
export const houseArt = (
  <Street>
    <Tree />
    <House />
  </Street>
)

/** The same house in the morning, with a flag in place of the tree. */
export const flagArt = (
  <Street>
    <Flag />
    <House />
  </Street>
)

/** Apartment buildings at night, with lit windows. */
export const flatsArt = (
  <>
    {stars.map(([x, y]) => (
      <circle key={x} cx={x} cy={y} r="3" className={styles.paper} />
    ))}
    <Street>
      <Tree />
      <path d="M318 224H420V372H318Z" className={styles.softTeal} />
      <path d="M416 182H552V372H416Z" className={styles.paper} />
      <path d="M312 216H420V228H312ZM410 172H558V186H410Z" className={styles.sun} />
      <path d="M516 172V146H536V172Z" className={styles.deepStamp} />
      {floors.map((y, floor) =>
        columns.map((x, column) =>
          x < 400 && floor === 0 ? null : (
            <path
              key={x}
              d={`M${x} ${y + 4}h26v26h-26z`}
              className={darkWindows.has(`${floor}-${column}`) ? styles.deepTeal : styles.lit}
            />
          ),
        ),
      )}
      <path d="M464 306H500V372H464Z" className={styles.deepTeal} />
      <circle cx="492" cy="346" r="3.500" className={styles.lit} />
    </Street>
  </>
)

/** A cottage with a porch under an old tree, by day. */
export const porchArt = (
  <>
    <circle cx="206" cy="272" r="58" className={styles.sun} />
    <path d="M-20 320L0 312C110 268 232 264 340 296S520 286 600 252L620 244V445H-20Z" className={styles.midHill} />
    <path d="M536 372V236M536 300L506 262M536 286L566 254" className={styles.line} />
    <circle cx="500" cy="196" r="56" className={styles.leafDark} />
    <circle cx="566" cy="190" r="64" className={styles.leafLight} />
    <circle cx="532" cy="140" r="58" className={styles.leafDark} />
    <path d="M322 258V206H346V258Z" className={styles.deepStamp} />
    <path d="M300 284H484V372H300Z" className={styles.paper} />
    <path d="M280 290L322 224H462L504 290Z" className={styles.deepStamp} />
    <path d="M320 304H362V346H320ZM436 304H472V346H436Z" className={styles.lit} />
    <path d="M341 304V346M320 325H362M454 304V346M436 325H472" className={styles.thin} />
    <path d="M382 304H418V372H382Z" className={styles.deepTeal} />
    <circle cx="410" cy="340" r="3.500" className={styles.lit} />
    <path d="M292 292V370M494 292V370" className={styles.post} />
    <path d="M-20 327L0 326C150 318 340 350 600 358H620V445H-20Z" className={styles.nearHill} />
    <path d="M380 356H420L484 445H341Z" className={styles.sky} />
  </>
)
