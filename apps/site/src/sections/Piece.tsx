import { brand } from '@app/brand'
import { gardenCampaign, Letter, PostcardBack, PostcardFront, recipients } from '@app/mail-piece'
import type { LetterSize, PostcardSize } from '@app/mail-piece'

const from = { name: brand.companyName, ...brand.address }
const { dana } = recipients

interface PieceProps {
  label: string
  className?: string | undefined
}

/** One side of a postcard for Dana in Tulsa. */
export const Card = ({ side, size, label, className }: PieceProps & { side: 'front' | 'back'; size: PostcardSize }) => (
  <div role="img" aria-label={label} className={className}>
    {side === 'front' ? (
      <PostcardFront size={size} campaign={gardenCampaign} recipient={dana} />
    ) : (
      <PostcardBack size={size} campaign={gardenCampaign} recipient={dana} from={from} />
    )}
  </div>
)

/** A letter for Dana in Tulsa. */
export const LetterPiece = ({ size, label, className }: PieceProps & { size: LetterSize }) => (
  <div role="img" aria-label={label} className={className}>
    <Letter size={size} folded campaign={gardenCampaign} recipient={dana} from={from} />
  </div>
)
