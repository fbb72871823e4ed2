import type { ComponentProps } from 'react'
import { Confirm } from '../components/Confirm.tsx'
import { useWrite, type Write } from './use-write.ts'

type Props<Data> = Pick<ComponentProps<typeof Confirm>, 'title' | 'action' | 'color' | 'children' | 'onClose'> &
  Pick<Write<void, Data>, 'kind' | 'what' | 'send' | 'saved' | 'undone' | 'note' | 'failed' | 'goneText' | 'onGone'> & {
    onSaved?: (data: Data) => void
  }

export function ConfirmWrite<Data>({ title, action, color, children, onClose, onSaved, ...write }: Props<Data>) {
  const { start, isPending } = useWrite({ ...write, close: onClose })
  return (
    <Confirm
      title={title}
      action={action}
      {...(color && { color })}
      isWorking={isPending}
      onConfirm={() => start(undefined, onSaved)}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
