import { Button, type ButtonProps } from '@mantine/core'
import { loadLeadModal, useLeadModal } from './lead-modal.ts'

/** Opens the demo request; its code starts to load when the pointer or the focus comes near. */
export function LeadButton(props: ButtonProps) {
  const open = useLeadModal()
  const warmUp = () => void loadLeadModal()
  return (
    <Button
      {...props}
      onPointerEnter={warmUp}
      onFocus={warmUp}
      onClick={(event) => open(event.currentTarget)}
      aria-haspopup="dialog"
    />
  )
}
