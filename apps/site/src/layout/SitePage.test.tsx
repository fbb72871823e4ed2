import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../test/show-page.tsx'

test('a page takes the focus as it appears, before a field of it can have it', async () => {
  await showPage('/print/faq')
  cleanup()
  const focused: (string | undefined)[] = []
  const observer = new MutationObserver(() => {
    if (screen.queryByLabelText('Pieces a month')) focused.push(document.activeElement?.id)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await showPage('/mortgage')
  observer.disconnect()
  expect(focused[0]).toBe('main')
})
