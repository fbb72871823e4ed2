import { brand } from '@app/brand'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CodeSample } from './CodeSample.tsx'

const payload = { Size: '4.25x6', DryRun: true }
const show = () => render(<CodeSample title="A dry run" method="POST" path="/v1/postcards" payload={payload} />)
const tab = (name: string) => screen.getByRole('tab', { name })

test('shows the body first, and the same request in the other languages by the arrow keys', async () => {
  const user = userEvent.setup()
  show()
  expect(JSON.parse(screen.getByRole('tabpanel', { name: 'JSON' }).textContent ?? '')).toEqual(payload)
  await user.click(tab('JSON'))
  await user.keyboard('{ArrowRight}')
  expect(tab('cURL')).toHaveFocus()
  const curl = screen.getByRole('tabpanel', { name: 'cURL' })
  expect(curl).toHaveTextContent(`curl -X POST ${brand.links.printApi}/v1/postcards`)
  expect(curl).toHaveTextContent('"DryRun": true')
  await user.keyboard('{End}')
  expect(screen.getByRole('tabpanel', { name: 'Node.js' })).toHaveTextContent('await fetch(')
  await user.keyboard('{ArrowRight}')
  expect(tab('JSON')).toHaveAttribute('aria-selected', 'true')
})

test('copies what it shows and says so, or says that the browser refused', async () => {
  const user = userEvent.setup()
  show()
  await user.click(tab('cURL'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toContain('curl -X POST')

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await user.click(tab('JSON'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Not allowed')).toBeVisible()
})
