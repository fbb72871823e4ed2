import { Toaster } from '@app/ui/Toaster'
import { SiteMantine } from '../components/SiteMantine.tsx'

// Exported from here so that the functions that show and hide toasts are in the same chunk.
export { clearToasts, showError, showSuccess } from '@app/ui/notify'

export function ToastArea() {
  return (
    <SiteMantine>
      <Toaster />
    </SiteMantine>
  )
}
