import type { PrintAsset } from '@app/api-client'
import { getCreateSandboxKeyMockHandler } from '@app/api-client/mocks'
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
const file = (name = 'spring.png') => new File(['xxx'], name, { type: 'image/png' })
const choose = async (chosen: File) =>
  userEvent.upload(await screen.findByLabelText('Images and fonts to upload'), chosen)

/** Stores uploads like the API. Returns the requests. */
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
  test('is uploaded, listed with its size, and inserted, and the list can be retried after a failure', async () => {
    server.use(http.get('*/v1/assets', () => HttpResponse.error()))
    show()
    expect(await failure()).toHaveTextContent('We could not be reached')
    const stored = storing()
    await userEvent.click(await lateButton('Try Again'))
    expect(await screen.findByText('None yet.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    typeHtml('<p>Hello</p>')
    await choose(file())
    const list = await screen.findByRole('list', { name: 'Your images' })
    expect(list).toHaveTextContent('1,875 × 1,350 pixels: 6.25 × 4.5 in at 300 DPI')
    expect(await within(list).findByText('spring.png')).toBeVisible()
    expect(screen.getByText('Uploaded spring.png: 1,875 × 1,350 pixels.')).toBeVisible()
    expect(stored.map(({ headers }) => [headers.get('authorization'), headers.get('content-type')])).toEqual([
      [`Bearer ${key}`, 'application/octet-stream'],
    ])
    const insert = within(list).getByRole('button', { name: 'Insert' })
    await userEvent.click(insert)
    expect(editor()).toHaveFocus()
    expect(editor()).toHaveValue(`<p>Hello</p><img src="asset:${asset.Id}" alt="" style="width: 6.25in">`)
    // Uses the file's own image size, whether or not this browser can show the image.
    expect(screen.getByTitle('Draft: Front').getAttribute('srcdoc')).toContain('width%3D%221875%22')

    // Where a URL is expected, only the reference is inserted.
    typeHtml('<i style="background: url()"></i>')
    const area = editor() as HTMLTextAreaElement
    area.setSelectionRange(26, 26)
    await userEvent.click(insert)
    expect(area).toHaveValue(`<i style="background: url(asset:${asset.Id})"></i>`)
  })

  test('dropped anywhere on the page is uploaded, unless it is larger than 5 MB', async () => {
    const stored = storing()
    show()
    await lateButton('Upload Images or Fonts')
    const large = Object.defineProperty(file('large.ttf'), 'size', { value: (5 << 20) + 1 })
    const dataTransfer = { types: ['Files'], files: [large, file('dropped.png')] }
    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false)
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
    expect(await screen.findByText('Uploaded dropped.png: 1,875 × 1,350 pixels.')).toBeVisible()
    expect(stored).toHaveLength(1)
    expect(screen.getByRole('alert')).toHaveTextContent('Files can be up to 5 MB, and this one is 5.1 MB.')
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    await userEvent.click(await lateButton('Remove from the List'))
    expect(screen.queryByRole('alert')).toBeNull()
    // The browser handles dragged text.
    expect(fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  })

  test('can be retried after a failed upload, canceled while uploading, and shows the API’s error', async () => {
    const uploading = Promise.withResolvers<Response>()
    let isAsked = false
    server.use(http.post('*/v1/assets', () => HttpResponse.error()))
    show()
    await choose(file())
    expect(await failure()).toHaveTextContent('We could not be reached')
    server.use(
      http.post('*/v1/assets', () => {
        isAsked = true
        return uploading.promise
      }),
    )
    await userEvent.click(await lateButton('Try Again'))
    await vi.waitFor(() => expect(isAsked).toBe(true), 10_000)
    await userEvent.click(await lateButton('Cancel'))
    uploading.resolve(HttpResponse.json(asset))
    expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
    expect(screen.queryByText(/^Uploaded/)).toBeNull()

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
    await choose(file())
    expect(await failure()).toHaveTextContent(
      'This is not an image that we can print. Found: gif. Allowed: PNG, JPEG, WebP, and AVIF. Save the image in one of these formats.',
    )
  })

  test('is uploaded with a new key after the old one was revoked', async () => {
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
