import { useEffect, useRef } from 'react'
import { useAddress } from '../area/address.ts'
import { PieceList } from './PieceList.tsx'
import { PieceView } from './PieceView.tsx'

/** All pieces, or the one in the address. */
export function PiecesScreen() {
  const piece = useAddress().params.get('piece')
  const last = useRef<string>(null)
  useEffect(() => {
    // Back in the list, the focus returns to the row that was opened.
    if (piece === null && last.current !== null) document.getElementById(last.current)?.focus()
    last.current = piece
  }, [piece])
  return piece === null ? <PieceList /> : <PieceView key={piece} id={piece} />
}
