import { LetterSize, type PieceSize } from '@app/contract'

const letterSizes: readonly string[] = LetterSize.enum

export const isLetterSize = (size: PieceSize): size is LetterSize => letterSizes.includes(size)
