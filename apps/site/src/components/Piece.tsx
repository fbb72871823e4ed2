import { Letter, PostcardBack, PostcardFront, recipients } from '@app/mail-piece'
import type { FrontDesign, LetterSize, PostcardSize, Recipient } from '@app/mail-piece'

const { dana } = recipients

interface PieceProps {
  label: string
  className?: string | undefined
}

interface FrontProps extends PieceProps {
  size: PostcardSize
  design?: FrontDesign
  recipient?: Recipient
}

/** The front of a postcard, addressed to Dana in Tulsa unless another recipient is given. */
export const Front = ({ label, className, recipient = dana, ...piece }: FrontProps) => (
  <div role="img" aria-label={label} className={className}>
    <PostcardFront {...piece} recipient={recipient} />
  </div>
)

/** The back of a postcard, addressed to Dana in Tulsa. */
export const Back = ({ size, label, className }: PieceProps & { size: PostcardSize }) => (
  <div role="img" aria-label={label} className={className}>
    <PostcardBack size={size} recipient={dana} />
  </div>
)

/** A letter to Dana in Tulsa. */
export const LetterPiece = ({ size, label, className }: PieceProps & { size: LetterSize }) => (
  <div role="img" aria-label={label} className={className}>
    <Letter size={size} folded recipient={dana} />
  </div>
)
