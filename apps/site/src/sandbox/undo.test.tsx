import { getCreatePostcardMockHandler, getCreatePrintTemplateMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  button,
  editor,
  failure,
  haveKey,
  problem,
  proofIt,
  ready,
  received,
  receives,
  show,
  startAnew,
  template,
  typeHtml,
} from '../../test/sandbox.tsx'

const server = useTestServer()
startAnew(server)

const mine = '<h1>Mine</h1>'
const undo = () => userEvent.click(button('Undo'))

describe('one click never loses typed text:', () => {
  test('Start Over and returning to the built-in template can be undone, redone, and undone after a reload', async () => {
    const { unmount } = show()
    typeHtml(mine)
    await userEvent.click(button('Start Over'))
    expect(screen.getByText('Started over.')).toBeVisible()
    expect(editor()).not.toHaveValue(mine)
    typeHtml('<p>Later</p>')
    await undo()
    expect(editor()).toHaveValue(mine)
    await userEvent.click(button('Redo'))
    expect(editor()).toHaveValue('<p>Later</p>')

    typeHtml(mine)
    fireEvent.input(screen.getByLabelText('city'), { target: { value: '' } })
    await userEvent.click(button('Back to the Built-in Template'))
    expect(editor()).not.toHaveValue(mine)
    await undo()
    expect(editor()).toHaveValue(mine)
    await userEvent.click(button('Start Over'))
    unmount()
    show()
    await undo()
    expect(editor()).toHaveValue(mine)
    expect(screen.getByLabelText('city')).toHaveValue('')
    expect(screen.getByText('Your earlier draft is back.')).toBeVisible()
  })

  test('Undo restores the draft replaced by an example link, and a broken link opens nothing', async () => {
    const first = show()
    typeHtml(mine)
    first.unmount()
    const broken = show('/print/sandbox#sandbox=broken')
    expect(await screen.findByText(/^This link is incomplete/)).toBeVisible()
    expect(editor()).toHaveValue(mine)
    broken.unmount()
    show('/print/sandbox?example=letter')
    expect(await screen.findByText('Opened the example.')).toBeVisible()
    expect(screen.getByText('tmpl_planting_letter', { selector: 'p code' })).toBeVisible()
    await undo()
    expect(editor()).toHaveValue(mine)
  })

  test('changing the piece, removing a value, and replacing JSON can be undone', async () => {
    show()
    typeHtml(mine)
    const choosePiece = (size: string) => userEvent.selectOptions(screen.getByLabelText('Piece'), size)
    await choosePiece('8.5x11')
    expect(screen.getByText('Switched to the built-in letter.')).toBeVisible()
    await undo()
    expect(screen.getByLabelText('Piece')).toHaveValue('4.25x6')
    expect(editor()).toHaveValue(mine)

    await userEvent.click(button('Remove zone'))
    expect(screen.queryByRole('button', { name: 'Remove zone', hidden: true })).toBeNull()
    await undo()
    expect(button('Remove zone')).toBeVisible()

    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    const json = () => screen.getByRole('textbox', { name: /^Request body/ })
    fireEvent.input(json(), { target: { value: '{"Size": "6x9", "To":' } })
    await choosePiece('6x9')
    expect(screen.getByText('Your unfinished JSON was replaced.')).toBeVisible()
    await undo()
    expect(json()).toHaveValue('{"Size": "6x9", "To":')
  })
})

test('offers no Undo if nothing was typed, and Start Over removes the failure of the earlier draft', async () => {
  server.use(problem('/v1/postcards', 500, { code: 'internal' }))
  show()
  await proofIt()
  expect(await failure()).toHaveTextContent('Something went wrong')
  await userEvent.click(button('Start Over'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull()
  await userEvent.click(button('Close this note'))
  expect(screen.queryByText('Started over.')).toBeNull()
})

test('a proof from the template’s name field saves it under that name, and the focus stays nearby', async () => {
  server.use(
    getCreatePrintTemplateMockHandler(receives({ ...template, Name: 'Spring' })),
    getCreatePostcardMockHandler(receives(ready)),
  )
  haveKey()
  const { unmount } = show()
  typeHtml(mine)
  const name = () => screen.findByLabelText('Name of the template')
  fireEvent.input(await name(), { target: { value: 'Spring' } })
  unmount()
  show()
  expect(await name()).toHaveValue('Spring')
  await userEvent.type(await name(), '{Control>}{Enter}{/Control}')
  expect(await screen.findByText('$0.68')).toBeVisible()
  expect(received[0]?.body).toMatchObject({ Name: 'Spring', Html: mine })
  expect(screen.getByRole('heading', { name: 'Template' })).toHaveFocus()
})

test('Ctrl+Enter proofs the piece once, and does not submit a form', async () => {
  server.use(getCreatePrintTemplateMockHandler(receives(template)), getCreatePostcardMockHandler(receives(ready)))
  haveKey()
  show()
  typeHtml('<p>{{city}}</p>')
  const urls = ['/v1/templates', '/v1/postcards']
  for (const label of ['city', 'Work email']) {
    await userEvent.type(await screen.findByLabelText(label), '{Control>}{Enter>3/}{/Control}')
    await waitFor(() => expect(received.map(({ url }) => url)).toEqual(urls))
    expect(await screen.findByText('$0.68')).toBeVisible()
    urls.push('/v1/postcards')
  }
  expect(screen.queryByText(/^Please enter your/)).toBeNull()
})
