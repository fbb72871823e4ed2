import { Toaster } from '@app/ui/Toaster'
import { SiteMantine } from '../layout/SiteMantine.tsx'

// In the same chunk: the calls that put a toast into the area and take it away.
export { clearToasts, showError } from '@app/ui/notify'

export function ToastArea() {
  return (
    <SiteMantine>
      <Toaster />
    </SiteMantine>
  )
}
