import { Button } from '@mantine/core'
import { type ArrivalKind, forgetArrivals, useArrivalCount } from '../cache/arrivals.ts'

type Props = {
  kind: ArrivalKind
  noun: string
  shown: readonly { id: string }[] | undefined
  /** Reloads the list from its first page. */
  onShow: () => void
}

/**
 * Shows how many records arrived since the list was loaded. They appear on request, so that no row moves on its own.
 */
export function NewArrivals({ kind, noun, shown, onShow }: Props) {
  const count = useArrivalCount(kind, shown)
  const text = `${count.toLocaleString('en-US')} new`
  const show = () => {
    forgetArrivals(kind)
    onShow()
  }
  return (
    <span role="status">
      {count > 0 && (
        <Button size="compact-sm" radius="xl" onClick={show} aria-label={`${text} ${noun}: show`}>
          {text}
        </Button>
      )}
    </span>
  )
}
