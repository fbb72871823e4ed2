import type { PrintCheck, Proof, ProofPage } from '@app/api-client'
import { isLetterSize } from '@app/mail-piece/formats'
import { type ReactNode, useId, useState } from 'react'
import { placeOf, Zones } from './Zones.tsx'
import styles from './Sandbox.module.css'

interface NumberedCheck extends PrintCheck {
  number: number
}

/** The displayed parts of a proof. A sent piece has them, too. */
type ShownProof = Pick<Proof, 'Pages' | 'Size' | 'Checks'>

/** Pictures of the pages with each finding marked in place, and a list of the findings. */
export function ProofPages({ proof }: { proof: ShownProof }) {
  const [chosen, setChosen] = useState<number>()
  const [showsZones, setShowsZones] = useState(true)
  const checks = proof.Checks.map((check, index) => ({ ...check, number: index + 1 }))
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={showsZones}
          onChange={({ currentTarget }) => setShowsZones(currentTarget.checked)}
        />
        Show trim, safe zone, and address zone
      </label>
      <div className={styles.result} data-findings={checks.length > 0 || undefined}>
        <Findings checks={checks} proof={proof} chosen={chosen} choose={setChosen} />
        <div className={styles.pages}>
          {proof.Pages.map((page) => (
            <Page
              key={page.Page}
              proof={proof}
              page={page}
              showsZones={showsZones}
              checks={checks.filter((check) => check.Page === page.Page)}
              chosen={chosen}
            />
          ))}
        </div>
      </div>
    </>
  )
}

interface PageProps {
  proof: ShownProof
  page: ProofPage
  showsZones: boolean
  checks: readonly NumberedCheck[]
  chosen: number | undefined
}

const nameOf = ({ Pages, Size }: ShownProof, { Page: number, Side }: ProofPage) => {
  if (Pages.length > 2) return `Page ${number}, ${Side} of the sheet, ${Size}`
  return `${Side === 'front' ? 'Front' : 'Back'}, ${Size}`
}

interface PagePictureProps {
  page: ProofPage
  alt: string
  caption: string
  /** Requests a new link to the picture. Without it, the visitor has to proof the piece again. */
  reload?: () => void
  /** Content drawn over the picture. */
  children?: ReactNode
}

/** A page's picture on a sheet. */
export function PagePicture({ page: { PngUrl, Width, Height }, alt, caption, reload, children }: PagePictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <figure className={styles.sheet}>
      <div className={styles.picture} style={{ aspectRatio: `${Width} / ${Height}` }}>
        {failed === PngUrl ? (
          <p className={styles.empty}>
            The picture could not be loaded. Its link may have expired{reload ? '. ' : ': get a new one.'}
            {reload && (
              <button type="button" className={styles.link} onClick={reload}>
                Load It Again
              </button>
            )}
          </p>
        ) : (
          <img src={PngUrl} alt={alt} onError={() => setFailed(PngUrl)} />
        )}
        {children}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

function Page({ proof, page, showsZones, checks, chosen }: PageProps) {
  const name = nameOf(proof, page)
  const { Width: width, Height: height } = page
  return (
    <PagePicture
      page={page}
      alt={`${name}: the page as it will print`}
      caption={`${name}, ${width} × ${height} in${isLetterSize(proof.Size) ? '' : ' including bleed'}`}
    >
      {showsZones && <Zones size={proof.Size} page={page.Page} />}
      {checks.map(
        ({ number, Box, Severity }) =>
          Box && (
            <span
              key={number}
              aria-hidden="true"
              className={styles.finding}
              data-severity={Severity}
              data-chosen={chosen === number || undefined}
              data-inside={Box.Left < width / 10 || undefined}
              style={placeOf({ left: Box.Left, top: Box.Top, width: Box.Width, height: Box.Height }, { width, height })}
            >
              <b>{number}</b>
            </span>
          ),
      )}
    </PagePicture>
  )
}

interface FindingsProps {
  checks: readonly NumberedCheck[]
  proof: ShownProof
  chosen: number | undefined
  choose: (number: number | undefined) => void
}

const inches = (length: number) => `${Number(length.toFixed(2))} in`

function placeInWords({ Page: page, Box }: PrintCheck): string {
  if (page === null) return 'the whole piece'
  if (!Box) return `page ${page}`
  return `page ${page}, ${inches(Box.Left)} from the left and ${inches(Box.Top)} from the top, ${inches(Box.Width)} × ${inches(Box.Height)}`
}

const severityNames = { error: 'Error', warning: 'Warning', note: 'Note' } satisfies Record<
  PrintCheck['Severity'],
  string
>

/** Hovering over or focusing a finding highlights its box on the page. */
function Findings({ checks, proof, chosen, choose }: FindingsProps) {
  const id = useId()
  const counted = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const count = checks.filter(({ Severity }) => Severity === severity).length
    if (count === 0) return []
    return [`${count} ${severity}${count === 1 ? '' : 's'}`]
  })
  const isClean = checks.every(({ Severity }) => Severity === 'note')
  const clean = isClean && <p className={styles.good}>Our checks found no problems.</p>
  if (checks.length === 0) return clean
  return (
    <div className={styles.findings}>
      {clean}
      <h4 id={id}>{counted.join(', ')}</h4>
      <ol aria-labelledby={id}>
        {checks.map((check) => (
          <li
            key={check.number}
            data-severity={check.Severity}
            data-chosen={chosen === check.number || undefined}
            onMouseEnter={() => choose(check.number)}
            onMouseLeave={() => choose(undefined)}
          >
            <button
              type="button"
              aria-pressed={chosen === check.number}
              onFocus={() => choose(check.number)}
              onBlur={() => choose(undefined)}
              onClick={() => choose(check.number)}
            >
              <b aria-hidden="true">{check.number}</b> {severityNames[check.Severity]}: <code>{check.Code}</code>
            </button>
            <p>
              {check.Detail} <span className={styles.where}>({placeInWords(check)})</span>
            </p>
            <p>{check.Remedy}</p>
          </li>
        ))}
      </ol>
      {proof.Pages.length === 0 && <p className={styles.meta}>This piece has no page images.</p>}
    </div>
  )
}
