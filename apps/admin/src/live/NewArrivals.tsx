import { Button } from '@mantine/core'
import { type ArrivalKind, forgetArrivals, useArrivalCount } from './arrivals.ts'

type Props = {
  kind: ArrivalKind
  /** What arrives, in the plural. */
  noun: string
  shown: readonly { id: string }[] | undefined
  /** Loads the list anew, from its first page. */
  onShow: () => void
}

/** Says how many have arrived since the list was loaded. They come when asked for: no row moves by itself. */
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
