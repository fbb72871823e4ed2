import type { PrintTemplate } from '@app/api-client'
import {
  getCreatePrintTemplateVersionMockHandler,
  getCreatePrintTemplateMockHandler,
  getDeletePrintTemplateMockHandler,
  getGetPrintTemplateMockHandler,
  getListPrintTemplatesMockHandler,
  getCreatePostcardMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import {
  editor,
  failure,
  haveKey,
  key,
  lateButton,
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

const spring: PrintTemplate = { ...template, Name: 'Spring', Version: 2 }
const saved = { html: '<h1>Two</h1>', size: '4.25x6', version: 2, name: 'Spring' }
const templateList = () => screen.findByRole('list', { name: 'Your templates' })
const openIt = async () => {
  await userEvent.click(await lateButton('Open'))
  await screen.findByText('Opened “Spring” in the editor.')
}

/** The key has one template, which this browser has not opened yet. */
const haveSpring = () => {
  haveKey()
  server.use(
    getListPrintTemplatesMockHandler([spring]),
    getGetPrintTemplateMockHandler({ ...spring, Html: saved.html }),
  )
}

describe('the list of saved templates', () => {
  test('describes each template from all pages of the list, except the built-in ones', async () => {
    haveKey()
    const finding = { Code: 'tag_not_allowed', Severity: 'error', Found: 'a', Allowed: 'b', Remedy: 'c' } as const
    const Lint = [{ ...finding, Field: null, Line: 1, Column: 1 }]
    const cursors: (string | null)[] = []
    server.use(
      http.get('*/v1/templates', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor')
        cursors.push(cursor)
        return cursor === null
          ? HttpResponse.json(
              [
                { ...template, Id: 'tmpl_spring_front', Name: 'House', Size: null, House: true },
                { ...spring, Lint },
              ],
              { headers: { link: '</v1/templates?cursor=second>; rel="next"' } },
            )
          : HttpResponse.json([{ ...spring, Id: 'tmpl_other', Name: 'Fall' }])
      }),
    )
    show()
    const list = await templateList()
    expect(list).toHaveTextContent(/Spring tmpl_0123456789abcdefghijPostcard, 4.25 × 6 in, version 2/)
    expect(list).toHaveTextContent('Has an error and can’t be proofed.')
    expect(list).not.toHaveTextContent('House')
    expect(screen.getByText('Fall')).toBeVisible()
    expect(cursors).toEqual([null, 'second'])
  })

  test('reloads when the window regains focus', async () => {
    haveKey({ [template.Id]: saved })
    let version = 2
    server.use(getListPrintTemplatesMockHandler(() => [{ ...spring, Version: version }]))
    show()
    expect(await templateList()).toHaveTextContent('version 2')
    version = 3
    fireEvent.focus(window)
    expect(await screen.findByText(/Version 3 was saved elsewhere. This browser still has version 2/)).toBeVisible()
    expect(await lateButton('Open Version 3')).toBeVisible()
  })
})

describe('a saved template', () => {
  test('opens in the editor; Undo restores the earlier draft, or an edit reverted to the saved version', async () => {
    haveSpring()
    show()
    typeHtml('<h1>Unsaved</h1>')
    await openIt()
    expect(editor()).toHaveValue(saved.html)
    expect(await templateList()).toHaveTextContent('in the editor as Front')
    await userEvent.click(await lateButton('Undo'))
    expect(editor()).toHaveValue('<h1>Unsaved</h1>')

    await openIt()
    typeHtml('<h1>Mine</h1>')
    await userEvent.click(await lateButton('Back to the Saved Version'))
    expect(editor()).toHaveValue(saved.html)
    expect(screen.queryByRole('button', { name: 'Save a New Version' })).toBeNull()
    await userEvent.click(await lateButton('Undo'))
    expect(editor()).toHaveValue('<h1>Mine</h1>')
  })

  test('opens in its own size, and counts as deleted if it was already deleted elsewhere', async () => {
    haveKey()
    const letter = { ...spring, Size: '8.5x11' } as const
    server.use(
      getListPrintTemplatesMockHandler([letter]),
      getGetPrintTemplateMockHandler({ ...letter, Html: saved.html }),
      http.delete('*/v1/templates/:id', () => HttpResponse.json({ code: 'not_found' }, { status: 404 })),
    )
    show()
    await openIt()
    expect(screen.getByLabelText('Piece')).toHaveValue('8.5x11')
    expect(screen.getByTitle('Draft: Letter').getAttribute('srcdoc')).toContain(saved.html)
    await userEvent.click(await lateButton('Delete'))
    await userEvent.click(await lateButton('Delete It'))
    expect(await screen.findByText(/^Deleted “Spring”\./)).toBeVisible()
  })

  test('is deleted after a confirmation, and its HTML stays in the editor', async () => {
    haveSpring()
    const deleted: string[] = []
    show()
    await openIt()
    await userEvent.click(await lateButton('Delete'))
    const question = screen.getByRole('group', { name: 'Delete Spring' })
    expect(within(question).getByRole('button', { name: 'Keep It' })).toHaveFocus()
    await userEvent.click(await lateButton('Keep It'))
    expect(await lateButton('Delete')).toHaveFocus()

    server.use(
      getDeletePrintTemplateMockHandler(({ params }) => void deleted.push(String(params['id']))),
      getListPrintTemplatesMockHandler([]),
    )
    await userEvent.click(await lateButton('Delete'))
    await userEvent.click(await lateButton('Delete It'))
    expect(await screen.findByText(/Deleted “Spring”\. Its HTML is still in the editor/)).toBeVisible()
    expect(deleted).toEqual([spring.Id])
    expect(editor()).toHaveValue(saved.html)
    expect(screen.getByText('tmpl_spring_front', { selector: 'p code' })).toBeVisible()
    expect(await screen.findByText(/^None yet\. Edit/)).toBeVisible()
  })
})

test('saving without a proof creates a named template, then new versions of it', async () => {
  haveKey()
  server.use(
    getCreatePrintTemplateMockHandler(receives({ ...template, Name: 'Spring' })),
    getGetPrintTemplateMockHandler({ ...spring, Version: 1, Html: '<h1>One</h1>' }),
    getCreatePrintTemplateVersionMockHandler(receives(spring)),
  )
  show()
  typeHtml('<h1>One</h1>')
  fireEvent.input(await screen.findByLabelText('Name of the template'), { target: { value: 'Spring' } })
  await userEvent.click(await lateButton('Save as a Template'))
  expect(await screen.findByText('Saved “Spring” as version 1.')).toBeVisible()
  typeHtml('<h1>Two</h1>')
  await userEvent.click(await lateButton('Save a New Version'))
  expect(await screen.findByText('Saved “Spring” as version 2.')).toBeVisible()
  expect(received.map(({ url, body }) => [url, body])).toEqual([
    ['/v1/templates', { Name: 'Spring', Size: '4.25x6', Html: '<h1>One</h1>' }],
    [`/v1/templates/${template.Id}/versions`, { Html: '<h1>Two</h1>' }],
  ])
})

describe('a template changed in another tab', () => {
  const theirs = { ...spring, Version: 3, Html: '<h1>Theirs</h1>' }
  /** This tab has an edit of version 2, and a colleague has saved version 3. */
  const conflict = async () => {
    haveSpring()
    show()
    await openIt()
    typeHtml('<h1>Mine</h1>')
    server.use(
      getGetPrintTemplateMockHandler(theirs),
      getCreatePrintTemplateVersionMockHandler(receives({ ...spring, Version: 4 })),
      getCreatePostcardMockHandler(receives(ready)),
    )
  }

  test('is not overwritten, and the edit becomes the next version', async () => {
    await conflict()
    await userEvent.click(await lateButton('Save a New Version'))
    expect(await failure()).toHaveTextContent('Version 3 of “Spring” was saved in another tab')
    expect(received).toEqual([])
    await userEvent.click(await lateButton('Keep Mine as Version 4'))
    expect(editor()).toHaveValue('<h1>Mine</h1>')
    await userEvent.click(await lateButton('Save a New Version'))
    expect(await screen.findByText('Saved “Spring” as version 4.')).toBeVisible()
    expect(received.map(({ body }) => body)).toEqual([{ Html: '<h1>Mine</h1>' }])
  })

  test('is not overwritten by a proof, and the other version can be opened', async () => {
    await conflict()
    await proofIt()
    expect(await failure()).toHaveTextContent('The template was changed elsewhere')
    await userEvent.click(await lateButton('Open Version 3'))
    expect(editor()).toHaveValue(theirs.Html)
    await proofIt()
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(received.map(({ url }) => url)).toEqual(['/v1/postcards'])
  })

  test('shows the other tab’s version, and keeps edits made in this tab', async () => {
    haveSpring()
    show()
    await openIt()
    const otherTabSaves = (version: number, html: string) => {
      haveKey({ [spring.Id]: { ...saved, version, html } })
      fireEvent(window, new StorageEvent('storage', { key: 'sandbox-key' }))
    }
    otherTabSaves(3, '<h1>Three</h1>')
    expect(editor()).toHaveValue('<h1>Three</h1>')
    typeHtml('<h1>Mine</h1>')
    otherTabSaves(4, '<h1>Four</h1>')
    expect(editor()).toHaveValue('<h1>Mine</h1>')
    server.use(getGetPrintTemplateMockHandler({ ...spring, Version: 4, Html: '<h1>Four</h1>' }))
    await userEvent.click(await lateButton('Save a New Version'))
    expect(await failure()).toHaveTextContent('Version 4 of “Spring” was saved')
  })
})

test('a template stays in the editor if another tab deletes it or forgets its key', async () => {
  const otherTabStores = (change: () => void) => {
    change()
    fireEvent(window, new StorageEvent('storage', { key: 'sandbox-key' }))
  }
  haveSpring()
  show()
  await openIt()
  otherTabStores(haveKey)
  expect(editor()).toHaveValue(saved.html)
  expect(screen.getByText('tmpl_spring_front', { selector: 'p code' })).toBeVisible()
  expect(await lateButton('Save as a Template')).toBeVisible()

  otherTabStores(() => localStorage.clear())
  expect(await lateButton('Get a Key')).toBeVisible()
  expect(editor()).toHaveValue(saved.html)
  expect(screen.queryByRole('heading', { name: 'Your templates' })).toBeNull()
  otherTabStores(haveKey)
  expect(await screen.findByText('sandbox_kkkk…')).toBeVisible()
  expect(screen.queryByText(key)).toBeNull()
  await vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Your templates' })).toBeVisible(), 10_000)
})
