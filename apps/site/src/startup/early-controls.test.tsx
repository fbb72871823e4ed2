import { act, fireEvent, screen } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { PieceStudio } from '../sections/PieceStudio.tsx'
import { PriceCalculator } from '../pricing/PriceCalculator.tsx'
import { replayEarlyControls } from './early-controls.ts'

const { whenActivated } = vi.hoisted(() => ({ whenActivated: vi.fn<() => Promise<void>>() }))
vi.mock('./islands.ts', () => ({ whenActivated }))

beforeAll(replayEarlyControls)

/** Prerenders the section, and returns a function that hydrates it. */
function prerender(section: ReactNode) {
  const tree = (
    <StrictMode>
      <MemoryRouter>{section}</MemoryRouter>
    </StrictMode>
  )
  const activation = Promise.withResolvers<void>()
  // The server does not wait for activation.
  const known = Object.assign(activation.promise, { status: 'fulfilled' })
  whenActivated.mockReturnValue(known)
  const page = document.createElement('div')
  page.innerHTML = renderToString(tree)
  document.body.append(page)
  Reflect.deleteProperty(known, 'status')
  return async () => {
    const root = await act(async () => hydrateRoot(page, tree))
    await act(async () => activation.resolve())
    return async () => {
      await act(async () => root.unmount())
      page.remove()
    }
  }
}

const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })

test('early choices in the price calculator are applied after hydration', async () => {
  const hydrate = prerender(<PriceCalculator />)
  type(screen.getByLabelText('Piece'), 'postcard-6x9')
  type(screen.getByLabelText('Pieces a month'), '5000')
  const leave = await hydrate()
  expect(screen.getByLabelText('Piece')).toHaveValue('postcard-6x9')
  expect(screen.getByLabelText('Pieces a month')).toHaveValue('5000')
  expect(screen.getByRole('status')).toHaveTextContent('5,000 pieces')
  expect(location.search).toBe('?piece=postcard-6x9&quantity=5000')
  await leave()
})

test('early input in the studio shows on the card after hydration', async () => {
  const hydrate = prerender(<PieceStudio />)
  type(screen.getByLabelText('First name'), 'Robin')
  type(screen.getByLabelText('City'), 'Boise')
  fireEvent.click(screen.getByLabelText('Front'))
  fireEvent.click(screen.getByLabelText('Back'))
  fireEvent.click(screen.getByLabelText('Bleed'))
  const leave = await hydrate()
  expect(screen.getByRole('img', { name: 'Back of a postcard for Robin in Boise' })).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveValue('Robin')
  expect(screen.getByLabelText('Back')).toBeChecked()
  expect(screen.getByLabelText('Bleed')).toBeChecked()
  fireEvent.click(screen.getByLabelText('Bleed'))
  expect(screen.getByLabelText('Bleed')).not.toBeChecked()
  await leave()
})
