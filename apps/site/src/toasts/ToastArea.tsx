import { Toaster } from '@app/ui/Toaster'
import { SiteMantine } from '../layout/SiteMantine.tsx'

// In the same chunk: the call that puts a toast into the area.
export { showError } from '@app/ui/notify'

export function ToastArea() {
  return (
    <SiteMantine>
      <Toaster />
    </SiteMantine>
  )
}
