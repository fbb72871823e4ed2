import { getGetPieceQueryKey, type Piece, problemOf, useCancelPiece } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatTime } from '../../sandbox/format-time.ts'
import { useAddress } from '../area/address.ts'
import { Question } from '../area/Dialog.tsx'
import { SmallButton } from '../area/SmallButton.tsx'
import { Time } from '../area/Time.tsx'
import { priceText } from './piece-display.ts'
import styles from './Piece.module.css'

const daySeconds = 86_400

/** Formats seconds as "12:04" or "1:02:04". */
function countdown(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** A piece can be canceled for a few minutes, until printing starts. */
export function CancelPiece({ piece }: { piece: Piece }) {
  const { params, open, close } = useAddress()
  const isOpen = piece.Status === 'checking' || piece.Status === 'ready'
  const seconds = useSecondsUntil(isOpen ? piece.CancelableUntil : undefined)
  const isAsking = params.get('open') === 'cancel'
  // An open dialog stays: the response says that it is too late.
  if (seconds <= 0 && !(isOpen && isAsking)) return null
  return (
    <div className={styles.cancel}>
      <p>
        {seconds > daySeconds ? (
          <>
            Can be canceled until <Time at={piece.CancelableUntil} />
          </>
        ) : (
          <>
            Can be canceled for <b>{countdown(seconds)}</b>
          </>
        )}
      </p>
      <SmallButton onClick={() => open({ open: 'cancel' })}>Cancel This Piece</SmallButton>
      {isAsking && <CancelQuestion piece={piece} onClose={close} />}
    </div>
  )
}

function CancelQuestion({ piece, onClose }: { piece: Piece; onClose: () => void }) {
  const { mode } = useAddress()
  const queryClient = useQueryClient()
  const { mutateAsync } = useCancelPiece()
  const params = { Mode: mode }
  const { Id, Description, To, Price, CancelableUntil } = piece
  return (
    <Question
      title="Cancel this piece?"
      yes="Cancel the Piece"
      act={async () => {
        const canceled = await mutateAsync({ id: Id, params })
        queryClient.setQueryData(getGetPieceQueryKey(Id, params), canceled)
      }}
      // The API's message has the time in a machine-readable format.
      explain={(error) =>
        problemOf(error)?.code === 'not_cancelable' && Date.parse(CancelableUntil) <= Date.now()
          ? `It could only be canceled until ${formatTime(CancelableUntil)}.`
          : undefined
      }
      done="Piece canceled"
      onClose={onClose}
    >
      <p>
        {Description ?? Id}
        {To && `, to ${To.Name} in ${To.City}`}. It will not be printed
        {mode === 'live' && Price !== null && `, and its charge of ${priceText(Price)} is reversed`}. This can’t be
        undone: send a new piece if you change your mind.
      </p>
    </Question>
  )
}

/** Counts down to a time. 0 without a time, and once it has passed. */
function useSecondsUntil(time: string | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = time === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(time) - now) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    const timer = isOver ? undefined : setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return seconds
}
