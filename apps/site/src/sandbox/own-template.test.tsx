import {
  getCreatePrintTemplateVersionMockHandler,
  getCreatePrintTemplateMockHandler,
  getCreateSandboxKeyMockHandler,
  getGetPrintTemplateMockHandler,
  getCreateSandboxKeyContactMockHandler,
  getCreatePostcardMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import {
  button,
  editor,
  failure,
  haveKey,
  inTime,
  key,
  lateButton,
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

describe('a custom template', () => {
  const newKey = { Id: template.Id, Key: key, Prefix: 'sandbox_kkkk', Scopes: [], ExpiresAt: inTime }
  const answersKey = () => getCreateSandboxKeyMockHandler(receives(newKey))

  test('one click creates a key, saves the HTML, and proofs it', async () => {
    server.use(
      answersKey(),
      getCreatePrintTemplateMockHandler(receives(template)),
      getCreatePostcardMockHandler(receives(ready)),
    )
    const { unmount } = show()
    typeHtml('<h1>{{first_name}}</h1>')
    await userEvent.click(button('Get a Key and Proof It'))
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(received.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/v1/sandbox-keys', null],
      ['/v1/templates', `Bearer ${key}`],
      ['/v1/postcards', `Bearer ${key}`],
    ])
    expect(received[1]?.body).toEqual({ Name: 'Sandbox: Front', Size: '4.25x6', Html: '<h1>{{first_name}}</h1>' })
    expect(received[2]?.body).toMatchObject({ Front: template.Id, Back: 'tmpl_spring_back' })
    // The proof matches the editor, so it is not shown as outdated.
    expect(screen.queryByText(/older than/)).toBeNull()
    expect(screen.getByText(key)).toBeVisible()

    // After a reload, the key still works but is not shown again.
    unmount()
    show()
    expect(screen.queryByText(key)).toBeNull()
    expect(screen.getByText('sandbox_kkkk…')).toBeVisible()
    expect(editor()).toHaveValue('<h1>{{first_name}}</h1>')
  })

  test('an edit becomes a new version, and is proofed after a lost response instead of the earlier text', async () => {
    const keys: (string | null)[] = []
    server.use(
      answersKey(),
      getCreatePrintTemplateMockHandler(template),
      getGetPrintTemplateMockHandler({ ...template, Html: '<h1>One</h1>' }),
      getCreatePrintTemplateVersionMockHandler(receives({ ...template, Version: 2 })),
      http.post('*/v1/postcards', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length < 3 ? HttpResponse.error() : HttpResponse.json(ready)
      }),
    )
    show()
    typeHtml('<h1>One</h1>')
    await userEvent.click(button('Get a Key and Proof It'))
    expect(await failure()).toHaveTextContent('We could not be reached')
    await proofIt()
    await vi.waitFor(() => expect(keys).toHaveLength(2), 10_000)
    expect(await failure()).toHaveTextContent('We could not be reached')
    typeHtml('<h1>Two</h1>')
    await proofIt()
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
    expect(received.at(-1)).toMatchObject({
      url: `/v1/templates/${template.Id}/versions`,
      body: { Html: '<h1>Two</h1>' },
    })
  })

  test('problems in the HTML are listed with their line', async () => {
    const finding = {
      Code: 'tag_not_allowed',
      Severity: 'error',
      Found: '<blink>',
      Allowed: 'the tags of the reference',
      Remedy: 'Remove it.',
      Field: null,
      Line: 2,
      Column: 1,
    } as const
    server.use(
      answersKey(),
      getCreatePrintTemplateMockHandler({ ...template, Lint: [finding] }),
      problem('/v1/postcards', 400, { code: 'template_invalid', detail: 'The template has errors.' }),
    )
    show()
    typeHtml('<p>x</p>\n<blink>y</blink>')
    await userEvent.click(button('Get a Key and Proof It'))
    expect(await failure()).toHaveTextContent('The template has errors.')
    await userEvent.click(await lateButton('line 2'))
    expect(editor()).toHaveFocus()
    expect([editor()].map((one) => (one instanceof HTMLTextAreaElement ? one.selectionStart : 0))).toEqual([9])
  })

  /** The API rejects the current key, then creates keys that work. */
  async function proofWithRevokedKey() {
    server.use(problem('/v1/templates', 401, { code: 'key_revoked' }))
    show()
    typeHtml('<h1>Mine</h1>')
    await proofIt()
    expect(await failure()).toHaveTextContent('Your key was revoked.')
    server.use(
      answersKey(),
      getCreatePrintTemplateMockHandler(receives(template)),
      getCreatePostcardMockHandler(receives(ready)),
    )
  }

  test('a revoked key is replaced with one click, and the HTML is saved again', async () => {
    localStorage.setItem('sandbox-key', JSON.stringify({ key: 'old', prefix: 'old', expiresAt: inTime, templates: {} }))
    await proofWithRevokedKey()
    await userEvent.click(button(/Proof It/))
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(received.map(({ authorization }) => authorization)).toEqual([null, `Bearer ${key}`, `Bearer ${key}`])
  })

  test('a key created after another was revoked is used', async () => {
    haveKey()
    await proofWithRevokedKey()
    for (const name of ['Forget the Key', 'Forget It', 'Get a Key']) await userEvent.click(button(name))
    expect(await lateButton('Copy the Key')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await proofIt()
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(received.map(({ authorization }) => authorization)).toEqual([null, `Bearer ${key}`, `Bearer ${key}`])
  })

  test('an expired key is not sent', async () => {
    localStorage.setItem(
      'sandbox-key',
      JSON.stringify({ key: 'old', prefix: 'old', expiresAt: '2020-01-01T00:00:00.000Z', templates: {} }),
    )
    server.use(getCreatePostcardMockHandler(receives(ready)))
    show()
    expect(screen.getByText(/expired/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Talk to Us' })).toBeNull()
    await proofIt()
    await screen.findByText('$0.68')
    expect(received.map(({ authorization }) => authorization)).toEqual([null])
  })

  test('a key can be created, copied, hidden, and forgotten, and its user can leave an email', async () => {
    // Stubs the clipboard.
    const user = userEvent.setup()
    server.use(
      answersKey(),
      getCreateSandboxKeyContactMockHandler(async (info) => void (await receives(null)(info))),
    )
    // Its date is unreadable, so it is ignored.
    localStorage.setItem('sandbox-key', JSON.stringify({ key: 'old', prefix: 'old', expiresAt: 'soon', templates: {} }))
    const { unmount } = show()
    const heading = () => screen.getByRole('heading', { name: 'Sandbox key' })
    await user.click(button('Get a Key'))
    expect(await screen.findByText(key)).toBeVisible()
    expect(heading()).toHaveFocus()
    await user.click(button('Copy the Key'))
    expect(await navigator.clipboard.readText()).toBe(key)
    await user.click(button('Hide It'))
    expect(screen.queryByText(key)).toBeNull()
    expect(heading()).toHaveFocus()

    const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
    await screen.findByLabelText('First name')
    type('First name', 'Dana')
    // The text survives a reload.
    unmount()
    show()
    expect(await screen.findByLabelText('First name')).toHaveValue('Dana')
    await user.click(button('Talk to Us'))
    expect(screen.getByLabelText('Last name')).toHaveFocus()
    expect(screen.getByLabelText('Last name')).toBeInvalid()
    expect(screen.getByLabelText('Last name')).toHaveAccessibleDescription('Last name is required')
    type('Last name', 'Example')
    type('Work email', 'dana@example.com')
    await user.click(button('Talk to Us'))
    expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus()
    expect(received.at(-1)).toMatchObject({
      authorization: `Bearer ${key}`,
      body: { FirstName: 'Dana', LastName: 'Example', Email: 'dana@example.com' },
    })

    await user.click(button('Forget the Key'))
    expect(screen.getByText(/can’t be opened without it/)).toBeVisible()
    await user.click(button('Keep It'))
    expect(button('Forget the Key')).toHaveFocus()
    for (const name of ['Forget the Key', 'Forget It']) await user.click(button(name))
    expect(button('Get a Key')).toBeVisible()
    expect(heading()).toHaveFocus()
    expect(localStorage.getItem('sandbox-key')).toBeNull()
  })

  test('a key forgotten while a template is being saved stays forgotten, and the HTML stays', async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      getCreatePrintTemplateMockHandler(async (info) => {
        const created = await receives(template)(info)
        await isAnswered
        return created
      }),
      getCreatePostcardMockHandler(receives(ready)),
    )
    haveKey()
    show()
    typeHtml('<h1>Mine</h1>')
    await proofIt()
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000)
    for (const name of ['Forget the Key', 'Forget It']) await userEvent.click(button(name))
    answer()
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(localStorage.getItem('sandbox-key')).toBeNull()
    expect(button('Get a Key')).toBeVisible()
    expect(editor()).toHaveValue('<h1>Mine</h1>')
  })
})

test('a link contains neither the key nor its template ids', async () => {
  const user = userEvent.setup()
  const templates = { [template.Id]: { html: '<h1>Mine</h1>', size: '4.25x6', version: 1, name: 'Mine' } }
  localStorage.setItem('sandbox-key', JSON.stringify({ key, prefix: 'p', expiresAt: inTime, templates }))
  const { unmount } = show()
  typeHtml('<h1>Mine</h1>')
  await user.click(button('Copy a Link'))
  expect(await screen.findByText(/The link contains the request and your HTML/)).toBeVisible()
  const link = new URL(await navigator.clipboard.readText())
  unmount()
  localStorage.clear()
  sessionStorage.clear()
  show(`${link.pathname}${link.hash}`)
  expect(await screen.findByText('Opened the draft from your link.')).toBeVisible()
  expect(editor()).toHaveValue('<h1>Mine</h1>')
  expect(button('Get a Key and Proof It')).toBeVisible()
})
