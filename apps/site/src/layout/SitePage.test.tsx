import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../test/show-page.tsx'

test('focuses the page as it appears, before any of its fields can take the focus', async () => {
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
