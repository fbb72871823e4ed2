import type { Piece, ProofPage } from '@app/api-client'
import { pieceSizeLabels } from '@app/labels'
import { isLetterSize } from '@app/mail-piece/formats'
import buttons from '../../components/buttons.module.css'
import { PagePicture, ProofPages } from '../../sandbox/ProofPages.tsx'
import area from '../area/Area.module.css'
import styles from './Piece.module.css'

interface PiecePicturesProps {
  piece: Piece
  /** Requests new links to the pictures. */
  reload: () => void
}

const nameOf = ({ Size }: Piece, { Page, Side }: ProofPage) =>
  isLetterSize(Size) ? `Page ${Page}` : Side === 'front' ? 'Front' : 'Back'

/** The pages as printed, with the findings of the checks. */
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
            <PagePicture
              key={page.Page}
              page={page}
              alt={`${nameOf(piece, page)} of the ${pieceSizeLabels[Size]} as it is printed`}
              caption={nameOf(piece, page)}
              reload={reload}
            />
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
