import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { withTypeScript } from '../content/code-languages.ts'
import { CodeSample, ExampleSample } from './CodeSample.tsx'

const payload = { Size: '4.25x6', DryRun: true }
const show = () => render(<CodeSample title="A dry run" path="/v1/postcards" payload={payload} />)
const tab = (name: string) => screen.getByRole('tab', { name })

test('shows the body first, and arrow keys switch to the other languages', async () => {
  const user = userEvent.setup()
  show()
  expect(JSON.parse(screen.getByRole('tabpanel', { name: 'JSON' }).textContent ?? '')).toEqual(payload)
  await user.click(tab('JSON'))
  await user.keyboard('{ArrowRight}')
  expect(tab('cURL')).toHaveFocus()
  const curl = screen.getByRole('tabpanel', { name: 'cURL' })
  expect(curl).toHaveTextContent(`curl -X POST ${location.origin}/v1/postcards`)
  // Built-in templates need no key.
  expect(curl).not.toHaveTextContent('Authorization')
  expect(curl).toHaveTextContent('"DryRun": true')
  await user.keyboard('{End}')
  expect(screen.getByRole('tabpanel', { name: 'Node.js' })).toHaveTextContent('await fetch(')
  await user.keyboard('{ArrowRight}')
  expect(tab('JSON')).toHaveAttribute('aria-selected', 'true')
})

test('copies the visible code, and reports whether the browser allowed it', async () => {
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

test('with a custom template, the samples read the key from the environment', async () => {
  render(<CodeSample title="x" path="/v1/letters" payload={payload} languages={withTypeScript} needsKey />)
  await userEvent.click(tab('cURL'))
  expect(screen.getByRole('tabpanel')).toHaveTextContent('-H "Authorization: Bearer $API_KEY"')
  await userEvent.click(tab('TypeScript'))
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Authorization: `Bearer ${process.env.API_KEY}`')
})

test('a quotation mark in a value does not end the shell string', async () => {
  render(<CodeSample title="x" path="/v1/letters" payload={{ Name: "O'Hara" }} />)
  await userEvent.click(tab('cURL'))
  expect(screen.getByRole('tabpanel')).toHaveTextContent(String.raw`"O'\''Hara"`)
})

test('an example links to the sandbox and to the schema', () => {
  render(<ExampleSample name="letter" />, { wrapper: MemoryRouter })
  expect(screen.getByRole('link', { name: 'Try it' })).toHaveAttribute('href', '/print/sandbox?example=letter')
  expect(screen.getByRole('link', { name: 'JSON Schema' })).toHaveAttribute('href', '/print-api.schema.json')
})
