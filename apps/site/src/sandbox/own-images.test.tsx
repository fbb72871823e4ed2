import type { PrintAsset } from '@app/api-client'
import { getCreateSandboxKeyMockHandler, getListPrintAssetsMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  editor,
  failure,
  haveKey,
  inTime,
  key,
  lateButton,
  problem,
  show,
  startAnew,
  typeHtml,
} from '../../test/sandbox.tsx'

const server = useTestServer()
startAnew(server)
beforeEach(() => haveKey())

const asset: PrintAsset = {
  Id: 'asset_3Tb8kQ1ZsV6yHn0dRj5M',
  MediaType: 'image/png',
  Width: 1_875,
  Height: 1_350,
  Font: null,
  Bytes: 482_133,
  CreatedAt: '2026-11-20T15:04:05.123Z',
}
const file = (name = 'spring.png', bytes = 3) => new File(['x'.repeat(bytes)], name, { type: 'image/png' })
const choose = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('Images and fonts to upload'), files)

/** The API as it stores what is sent. */
function storing(): Request[] {
  const stored: Request[] = []
  server.use(
    http.post('*/v1/assets', ({ request }) => {
      stored.push(request)
      return HttpResponse.json(asset, { status: 201 })
    }),
    http.get('*/v1/assets', () => HttpResponse.json(stored.length > 0 ? [asset] : [])),
  )
  return stored
}

test('a font is listed with the rule that uses it', async () => {
  // Stubs the clipboard.
  const user = userEvent.setup()
  const facts = { Family: 'Garden Sans', Weight: 700, Style: 'italic', Name: 'GardenSans-BoldItalic' } as const
  const font = { ...asset, MediaType: 'font/woff2', Width: null, Height: null, Font: facts } as const
  server.use(
    http.post('*/v1/assets', () => HttpResponse.json(font, { status: 201 })),
    http.get('*/v1/assets', () => HttpResponse.json([font])),
  )
  show()
  await choose(file('garden.woff2'))
  expect(await screen.findByText('Uploaded garden.woff2: Garden Sans 700 italic.')).toBeVisible()
  const list = await screen.findByRole('list', { name: 'Your fonts' })
  expect(list).toHaveTextContent('Garden Sans 700 italic')
  expect(screen.queryByRole('list', { name: 'Your images' })).toBeNull()
  await user.click(within(list).getByRole('button', { name: 'Copy @font-face Rule' }))
  expect(await navigator.clipboard.readText()).toBe(
    `@font-face { font-family: "Garden Sans"; src: url(asset:${asset.Id}); font-weight: 700; font-style: italic }`,
  )
})

describe('an image', () => {
  test('that is chosen is uploaded, listed with its size, and inserted', async () => {
    const stored = storing()
    show()
    typeHtml('<p>Hello</p>')
    await choose(file())
    const list = await screen.findByRole('list', { name: 'Your images' })
    expect(list).toHaveTextContent('1,875 × 1,350 pixels: 6.25 × 4.5 in at 300 DPI')
    expect(await within(list).findByText('spring.png')).toBeVisible()
    expect(screen.getByText('Uploaded spring.png: 1,875 × 1,350 pixels.')).toBeVisible()
    expect(stored.map(({ headers }) => [headers.get('authorization'), headers.get('content-type')])).toEqual([
      [`Bearer ${key}`, 'application/octet-stream'],
    ])
    await userEvent.click(within(list).getByRole('button', { name: 'Insert' }))
    expect(editor()).toHaveFocus()
    expect(editor()).toHaveValue(`<p>Hello</p><img src="asset:${asset.Id}" alt="" style="width: 6.25in">`)
    // The size of the image is that of the file, whether or not this browser can show it.
    expect(screen.getByTitle('Draft: Front').getAttribute('srcdoc')).toContain('width%3D%221875%22')
  })

  test('inserting it where a URL is expected inserts only its reference', async () => {
    server.use(getListPrintAssetsMockHandler([asset]))
    show()
    typeHtml('<i style="background: url()"></i>')
    const area = editor() as HTMLTextAreaElement
    area.setSelectionRange(26, 26)
    await userEvent.click(await lateButton('Insert'))
    expect(area).toHaveValue(`<i style="background: url(asset:${asset.Id})"></i>`)
  })

  test('dropped anywhere on the page is uploaded', async () => {
    const stored = storing()
    show()
    await lateButton('Upload Images or Fonts')
    const dataTransfer = { types: ['Files'], files: [file('dropped.png')] }
    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false)
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
    expect(await screen.findByText('Uploaded dropped.png: 1,875 × 1,350 pixels.')).toBeVisible()
    expect(stored).toHaveLength(1)
    // Text that is dragged is the browser's.
    expect(fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  })

  test('of more than 5 MB is not uploaded, and the others are', async () => {
    const stored = storing()
    show()
    await choose(file('large.ttf', (5 << 20) + 1), file('small.png'))
    expect(await failure()).toHaveTextContent('Files can be up to 5 MB, and this one is 5.1 MB.')
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    expect(await screen.findByText('Uploaded small.png: 1,875 × 1,350 pixels.')).toBeVisible()
    expect(stored).toHaveLength(1)
    await userEvent.click(await lateButton('Remove from the List'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that the API rejects shows what was found, what is allowed, and how to fix it', async () => {
    const fault = {
      in: 'body',
      pointer: '',
      code: 'image_type_not_allowed',
      detail: 'This is not an image that we can print.',
      found: 'gif',
      allowed: 'PNG, JPEG, WebP, and AVIF',
      remedy: 'Save the image in one of these formats.',
    }
    server.use(problem('/v1/assets', 400, { code: 'invalid_input', errors: [fault] }))
    show()
    await choose(file())
    expect(await failure()).toHaveTextContent(
      'This is not an image that we can print. Found: gif. Allowed: PNG, JPEG, WebP, and AVIF. Save the image in one of these formats.',
    )
  })

  test.each([
    [413, 'too_large', undefined, 'Files can be up to 5 MB.'],
    [
      409,
      'limit_reached',
      'There are 100 images and fonts, the maximum.',
      'There are 100 images and fonts, the maximum. A new key starts empty.',
    ],
    [429, 'rate_limited', undefined, 'Too many requests'],
    [503, 'busy', undefined, 'Too many uploads at once'],
    [408, 'request_timeout', undefined, 'took longer than 30 seconds'],
    [500, 'internal', undefined, 'The file was not saved.'],
  ])('%d %s is explained, and may be tried again', async (status, code, detail, words) => {
    server.use(problem('/v1/assets', status, { code, detail }))
    show()
    await choose(file())
    expect(await failure()).toHaveTextContent(words)
    const stored = storing()
    await userEvent.click(await lateButton('Try Again'))
    expect(await screen.findByText('Uploaded spring.png: 1,875 × 1,350 pixels.')).toBeVisible()
    expect(stored).toHaveLength(1)
  })

  test('that cannot be uploaded shows an error, and can be canceled while uploading', async () => {
    let answer: (() => void) | undefined
    server.use(http.post('*/v1/assets', () => HttpResponse.error()))
    show()
    await choose(file())
    expect(await failure()).toHaveTextContent('We could not be reached')
    server.use(
      http.post('*/v1/assets', async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json(asset)
      }),
    )
    await userEvent.click(await lateButton('Try Again'))
    await vi.waitFor(() => expect(answer).toBeDefined(), 10_000)
    await userEvent.click(await lateButton('Cancel'))
    answer?.()
    expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
    expect(screen.queryByText(/^Uploaded/)).toBeNull()
  })

  test('of a revoked key is uploaded with a new one', async () => {
    server.use(
      problem('/v1/assets', 401, { code: 'key_revoked' }),
      getCreateSandboxKeyMockHandler({ Id: key, Key: 'new', Prefix: 'sandbox_new', Scopes: [], ExpiresAt: inTime }),
    )
    show()
    await choose(file())
    expect(await failure()).toHaveTextContent('Your key was revoked.')
    await userEvent.click(await lateButton('Get a New Key'))
    expect(await screen.findByText('sandbox_new…')).toBeVisible()
    const stored = storing()
    await choose(file())
    await vi.waitFor(() => expect(stored[0]?.headers.get('authorization')).toBe('Bearer new'), 10_000)
  })
})

test('a list that failed to load can be retried', async () => {
  server.use(http.get('*/v1/assets', () => HttpResponse.error()))
  show()
  expect(await failure()).toHaveTextContent('We could not be reached')
  server.use(getListPrintAssetsMockHandler([asset]))
  await userEvent.click(await lateButton('Try Again'))
  expect(await screen.findByText(/6.25 × 4.5 in/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
