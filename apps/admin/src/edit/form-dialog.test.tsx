import { renderScreen } from '@app/ui/testing'
import { Drawer } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useAdmin } from '../../test/admin.tsx'
import { FormDialog } from './FormDialog.tsx'

useAdmin()

test('closes on Escape even if the code of a drawer loads after it has opened', async () => {
  const close = vi.fn<() => void>()
  const Screen = () => {
    const [hasDrawer, setDrawer] = useState(false)
    return (
      <>
        <FormDialog title="Import leads" isDirty={false} isSaving={false} onClose={close} onSubmit={() => {}}>
          <button type="button" onClick={() => setDrawer(true)}>
            Load
          </button>
        </FormDialog>
        {hasDrawer && <Drawer opened onClose={() => {}} title="Lead" withOverlay={false} trapFocus={false} />}
      </>
    )
  }
  renderScreen(<Screen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Load' }))
  await screen.findByRole('dialog', { name: 'Lead' })
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledTimes(2)
})
