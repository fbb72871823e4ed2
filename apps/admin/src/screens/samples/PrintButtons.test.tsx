import { renderScreen, stubBrowser } from '@app/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleRequest } from '../../../test/records.ts'
import { PrintButtons } from './PrintButtons.tsx'

stubBrowser()

const files: Blob[] = []
beforeEach(() => {
  files.length = 0
  // What jsdom lacks: the browser that saves a file.
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const avery = () => screen.getByRole('button', { name: 'Avery 5160' })
const firstLabel = () => screen.getByRole('spinbutton', { name: 'from label' })
const pages = async (file: Blob | undefined) => ((await file?.text())?.match(/\/Type \/Page /g) ?? []).length

test('labels begin where a sheet that was used before has free ones', async () => {
  renderScreen(<PrintButtons requests={[sampleRequest(), sampleRequest({ id: 'b' })]} />)
  await userEvent.click(avery())
  await waitFor(() => expect(files).toHaveLength(1))
  await waitFor(() => expect(avery()).toBeEnabled())
  expect(await pages(files[0])).toBe(1)

  await userEvent.clear(firstLabel())
  expect(avery()).toBeDisabled()
  await userEvent.type(firstLabel(), '31')
  expect(avery()).toBeDisabled()
  await userEvent.clear(firstLabel())
  await userEvent.type(firstLabel(), '30')
  await userEvent.click(avery())
  await waitFor(() => expect(files).toHaveLength(2))
  expect(await pages(files[1])).toBe(2)
})

test('what a reader of the labels should look at is told', async () => {
  const long = 'Long '.repeat(40).trim()
  renderScreen(
    <PrintButtons
      requests={[
        sampleRequest(),
        sampleRequest({ firstName: 'Иван' }),
        sampleRequest({ firstName: 'Nia', company: long, addressLine1: long }),
      ]}
    />,
  )
  await userEvent.click(avery())
  expect(await screen.findByText('Check before you print')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Notification' })).toHaveTextContent(
    'Other alphabets were written in Latin letters for Иван Example. The label is too small for the whole address of Nia Example.',
  )
})
