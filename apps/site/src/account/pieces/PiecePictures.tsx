import type { Piece, ProofPage } from '@app/api-client'
import { pieceSizeLabels } from '@app/labels'
import { isLetterSize } from '@app/mail-piece/formats'
import { useState } from 'react'
import buttons from '../../components/buttons.module.css'
import { ProofPages } from '../../sandbox/ProofPages.tsx'
import area from '../area/Area.module.css'
import styles from './Piece.module.css'
import { SmallButton } from '../area/SmallButton.tsx'

interface PiecePicturesProps {
  piece: Piece
  /** Gets new links to the pictures. */
  reload: () => void
}

/** The pages as they are printed, and what the checks found on them. */
export function PiecePictures({ piece, reload }: PiecePicturesProps) {
  const { Proof, Checks, Size, Status, Id } = piece
  if (!Proof) return <p className={area.empty}>The pages were deleted, together with the name and address on them.</p>
  return (
    <div>
      {Checks.length > 0 ? (
        <ProofPages key={Id} proof={{ Pages: Proof.Pages, Checks, Size }} />
      ) : (
        <div className={styles.pictures} data-letter={isLetterSize(Size) || undefined}>
          {Proof.Pages.map((page) => (
            <Picture key={page.Page} page={page} piece={piece} reload={reload} />
          ))}
          {Proof.Pages.length === 0 && (
            <p className={area.empty}>
              {Status === 'checking' ? 'The pages are being rendered.' : 'This piece has no page images.'}
            </p>
          )}
        </div>
      )}
      {Proof.PdfUrl !== null && (
        <p>
          <a href={Proof.PdfUrl} download={`${Id}.pdf`} className={buttons.secondary}>
            Download the PDF
          </a>
        </p>
      )}
    </div>
  )
}

function Picture({ page, piece, reload }: { page: ProofPage; piece: Piece; reload: () => void }) {
  const { PngUrl, Page, Side, Width, Height } = page
  const [failed, setFailed] = useState<string>()
  const name = isLetterSize(piece.Size) ? `Page ${Page}` : Side === 'front' ? 'Front' : 'Back'
  return (
    <figure className={styles.sheet}>
      <div className={styles.paper} style={{ aspectRatio: `${Width} / ${Height}` }}>
        {failed === PngUrl ? (
          <p>
            The picture could not be loaded. Its link may have expired.{' '}
            <SmallButton onClick={reload}>Load It Again</SmallButton>
          </p>
        ) : (
          <img
            src={PngUrl}
            alt={`${name} of the ${pieceSizeLabels[piece.Size]} as it is printed`}
            onError={() => setFailed(PngUrl)}
          />
        )}
      </div>
      <figcaption>{name}</figcaption>
    </figure>
  )
}
