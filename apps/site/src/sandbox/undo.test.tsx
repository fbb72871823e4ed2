import { getCreatePostcardMockHandler, getCreatePrintTemplateMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen } from '@testing-library/react'
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
const noUndo = () => expect(screen.queryByRole('button', { name: 'Undo', hidden: true })).toBeNull()

describe('one click loses no typed work:', () => {
  test('Start Over can be undone, redone, and undone after a reload', async () => {
    const { unmount } = show()
    typeHtml(mine)
    await userEvent.clear(screen.getByLabelText('city'))
    await userEvent.click(button('Start Over'))
    expect(screen.getByText('Started over.')).toBeVisible()
    expect(editor()).not.toHaveValue(mine)
    unmount()

    show()
    await userEvent.click(button('Undo'))
    expect(editor()).toHaveValue(mine)
    expect(screen.getByLabelText('city')).toHaveValue('')
    expect(screen.getByText('Your earlier draft is back.')).toBeVisible()
  })

  test('what is typed after Start Over is there again after Undo and Redo', async () => {
    show()
    typeHtml(mine)
    await userEvent.click(button('Start Over'))
    typeHtml('<p>Later</p>')
    await userEvent.click(button('Undo'))
    expect(editor()).toHaveValue(mine)
    await userEvent.click(button('Redo'))
    expect(editor()).toHaveValue('<p>Later</p>')
  })

  test('going back to the built-in template can be undone', async () => {
    show()
    typeHtml(mine)
    await userEvent.click(button('Back to the Built-in Template'))
    expect(editor()).not.toHaveValue(mine)
    await userEvent.click(button('Undo'))
    expect(editor()).toHaveValue(mine)
  })

  test('going back to the saved version can be undone', async () => {
    const saved = { html: '<h1>Saved</h1>', size: '4.25x6', version: 2, name: 'Spring' }
    haveKey({ [template.Id]: saved })
    sessionStorage.setItem(
      'draft:sandbox',
      JSON.stringify({ values: { body: { Front: template.Id, Size: '4.25x6' }, edits: { [template.Id]: mine } } }),
    )
    show()
    await userEvent.click(button('Back to the Saved Version'))
    expect(editor()).toHaveValue(saved.html)
    await userEvent.click(button('Undo'))
    expect(editor()).toHaveValue(mine)
  })

  test('an example that a link opens leaves the draft that was there to Undo', async () => {
    const { unmount } = show()
    typeHtml(mine)
    unmount()
    show('/print/sandbox?example=letter')
    expect(await screen.findByText('Opened the example.')).toBeVisible()
    await userEvent.click(button('Undo'))
    expect(editor()).toHaveValue(mine)
  })

  test('a broken link opens nothing', async () => {
    const { unmount } = show()
    typeHtml(mine)
    unmount()
    show('/print/sandbox#sandbox=broken')
    expect(await screen.findByText(/^This link is cut off/)).toBeVisible()
    expect(editor()).toHaveValue(mine)
  })

  test('another kind of piece, whose templates are others', async () => {
    show()
    typeHtml(mine)
    await userEvent.selectOptions(screen.getByLabelText('Piece'), '8.5x11')
    expect(screen.getByText('Switched to the built-in letter.')).toBeVisible()
    await userEvent.click(button('Undo'))
    expect(screen.getByLabelText('Piece')).toHaveValue('4.25x6')
    expect(editor()).toHaveValue(mine)
  })

  test('a value that no template uses', async () => {
    show()
    typeHtml(mine)
    await userEvent.click(button('Remove zone'))
    expect(screen.queryByRole('button', { name: 'Remove zone', hidden: true })).toBeNull()
    await userEvent.click(button('Undo'))
    expect(button('Remove zone')).toBeVisible()
  })

  test('unfinished JSON that a field or a list replaces', async () => {
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    const json = () => screen.getByRole('textbox', { name: /^Request body/ })
    fireEvent.input(json(), { target: { value: '{"Size": "6x9", "To":' } })
    await userEvent.selectOptions(screen.getByLabelText('Piece'), '6x9')
    expect(screen.getByText('Your unfinished JSON was replaced.')).toBeVisible()
    await userEvent.click(button('Undo'))
    expect(json()).toHaveValue('{"Size": "6x9", "To":')
  })
})

test('nothing is offered where nothing was typed, and the note can be closed', async () => {
  show()
  await userEvent.click(button('Start Over'))
  noUndo()
  await userEvent.click(button('Close this note'))
  expect(screen.queryByText('Started over.')).toBeNull()
})

test('a failure leaves with the draft that it was about', async () => {
  server.use(problem('/v1/postcards', 500, { code: 'internal' }))
  show()
  await proofIt()
  expect(await failure()).toHaveTextContent('Something went wrong')
  await userEvent.click(button('Start Over'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a proof from the name of the template saves it under this name, and takes the focus', async () => {
  server.use(
    getCreatePrintTemplateMockHandler(receives({ ...template, Name: 'Spring' })),
    getCreatePostcardMockHandler(receives(ready)),
  )
  haveKey()
  const { unmount } = show()
  typeHtml(mine)
  const name = () => screen.findByLabelText('Name of the template')
  await userEvent.clear(await name())
  await userEvent.type(await name(), 'Spring')
  unmount()
  show()
  expect(await name()).toHaveValue('Spring')
  await userEvent.type(await name(), '{Control>}{Enter}{/Control}')
  expect(await screen.findByText('$0.68')).toBeVisible()
  expect(received[0]?.body).toMatchObject({ Name: 'Spring', Html: mine })
  expect(screen.getByRole('heading', { name: 'Proof' })).toHaveFocus()
})

test.each(['city', 'Name of the template', 'Work email'])('Ctrl+Enter proofs the piece once from %s', async (label) => {
  server.use(getCreatePrintTemplateMockHandler(receives(template)), getCreatePostcardMockHandler(receives(ready)))
  haveKey()
  show()
  typeHtml('<p>{{city}}</p>')
  await userEvent.type(await screen.findByLabelText(label), '{Control>}{Enter>3/}{/Control}')
  expect(await screen.findByText('$0.68')).toBeVisible()
  expect(received.map(({ url }) => url)).toEqual(['/v1/templates', '/v1/postcards'])
  expect(screen.queryByText(/^Please enter your/)).toBeNull()
})
