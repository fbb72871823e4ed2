import type { SampleTemplateInput } from '@app/api-client'
import { getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, signedInAsViewer, useAdmin, toast } from '../../../test/admin.tsx'
import { template } from '../../../test/records.ts'
import { forgetDeparture } from '../../session/sign-in-again.ts'

const { server, left } = useAdmin()

const path = '/api/admin/sample-templates'
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const save = () => press('Save')

async function open(...templates: Parameters<typeof getListSampleTemplatesMockHandler>) {
  server.use(signedIn, getListSampleTemplatesMockHandler(...templates))
  renderAdmin('/samples')
  await screen.findByRole('button', { name: 'Add Template' })
}

/** The body of the next write with this method. */
function sent(method: 'post' | 'put') {
  const bodies: unknown[] = []
  const versions: (string | null)[] = []
  server.use(
    http[method](`*${path}/:id`, async ({ request }) => {
      bodies.push(await request.json())
      versions.push(request.headers.get('If-Match'))
      return HttpResponse.json(template())
    }),
    http[method](`*${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(template(), { status: 201 })
    }),
  )
  return { bodies, versions }
}

describe('the grid', () => {
  test('two tabs, templates first', async () => {
    await open([template()])
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Sample Templates', 'Sample Requests'])
    expect(screen.getByRole('tab', { name: 'Sample Templates' })).toHaveAttribute('aria-selected', 'true')
  })

  test('a card shows every field, and both sides of the piece', async () => {
    await open([template({ active: false })])
    const card = within(await screen.findByRole('listitem', { name: 'Spring postcard' }))
    expect(card.getByText('Inactive')).toBeVisible()
    expect(card.getByText('Seasonal offer, full bleed.')).toBeVisible()
    expect(card.getByText(/^Postcard ·/)).toBeVisible()
    expect(card.getByRole('img')).toHaveAttribute('src', 'https://images.example.com/front.png')
    await press('Show back of Spring postcard')
    expect(card.getByRole('img', { name: 'Spring postcard, back' })).toBeVisible()
  })

  test('a broken or missing image shows a blank sheet', async () => {
    await open([template({ backImageUrl: null })])
    fireEvent.error(await screen.findByRole('img'))
    expect(screen.getByText('The front image could not be loaded')).toBeVisible()
    await press('Show back of Spring postcard')
    expect(screen.getByText('No back image')).toBeVisible()
  })

  test('a failure shows the request id and can be retried', async () => {
    server.use(signedIn, failing(path, 500, 'req-9'))
    renderAdmin('/samples')
    expect(await screen.findByText('req-9')).toBeVisible()
    server.use(getListSampleTemplatesMockHandler([template()]))
    await press('Retry')
    expect(await screen.findByText('Spring postcard')).toBeVisible()
  })

  test('viewers have read-only access', async () => {
    server.use(signedInAsViewer, getListSampleTemplatesMockHandler([template()]))
    renderAdmin('/samples')
    await screen.findByText('Spring postcard')
    expect(screen.queryByRole('button', { name: /Add|Edit|Delete/ })).not.toBeInTheDocument()
  })
})

describe('creating', () => {
  test('the dialog starts empty and active, and rejects missing values and invalid URLs', async () => {
    await open([])
    await press('Add Template')
    const form = await dialog('Create New Template')
    expect(form.getByRole('switch', { name: 'Active' })).toBeChecked()
    await userEvent.type(form.getByLabelText('Front image URL'), 'not a url')
    await userEvent.type(form.getByLabelText('Back image URL'), 'javascript:alert(1)')
    await save()
    expect(form.getByText('Name is required')).toBeVisible()
    expect(form.getByText('Type is required')).toBeVisible()
    expect(form.getAllByText(/^Enter a URL/)).toHaveLength(2)
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveFocus())
  })

  test('"Template created successfully", and the list is reloaded', async () => {
    await open([])
    const { bodies } = sent('post')
    await press('Add Template')
    const form = await dialog('Create New Template')
    await userEvent.type(form.getByLabelText(/^Name/), ' Fall letter ')
    await userEvent.selectOptions(form.getByLabelText(/^Type/), 'letter')
    await userEvent.type(form.getByLabelText('Description'), 'Two lines;{enter}"quoted".')
    server.use(getListSampleTemplatesMockHandler([template({ name: 'Fall letter' })]))
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('Template created successfully'))
    expect(bodies).toEqual([
      {
        name: 'Fall letter',
        type: 'letter',
        frontImageUrl: '',
        backImageUrl: '',
        description: 'Two lines;\n"quoted".',
        active: true,
      } satisfies SampleTemplateInput,
    ])
    expect(await screen.findByRole('listitem', { name: 'Fall letter' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('"Failed to save template" keeps the text and shows the server’s reason at its field', async () => {
    await open([])
    server.use(refusing('post', path, 400, [{ in: 'body', pointer: '/name', detail: 'is taken' }]))
    await press('Add Template')
    const form = await dialog('Create New Template')
    await userEvent.type(form.getByLabelText(/^Name/), 'Fall letter')
    await userEvent.selectOptions(form.getByLabelText(/^Type/), 'letter')
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to save template'))
    expect(form.getByLabelText(/^Name/)).toHaveValue('Fall letter')
    expect(form.getByText('Is taken')).toBeVisible()
    expect(form.getByLabelText(/^Name/)).toHaveFocus()
  })

  test('asks before it discards text', async () => {
    await open([])
    await press('Add Template')
    await userEvent.type((await dialog('Create New Template')).getByLabelText(/^Name/), 'Fall')
    await press('Cancel')
    expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
    await press('Keep editing')
    expect((await dialog('Create New Template')).getByLabelText(/^Name/)).toHaveValue('Fall')
    await press('Cancel')
    await press('Discard')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('does not offer to discard or change what is being saved', async () => {
    await open([])
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.post(`*${path}`, async () => {
        await answered
        return HttpResponse.json(template(), { status: 201 })
      }),
    )
    await press('Add Template')
    const form = await dialog('Create New Template')
    await userEvent.type(form.getByLabelText(/^Name/), 'Fall')
    await userEvent.selectOptions(form.getByLabelText(/^Type/), 'letter')
    await save()
    expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    expect(form.getByLabelText(/^Name/).closest('[inert]')).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).not.toBeInTheDocument()
    answer()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('editing', () => {
  test('"Template updated successfully", with every field prefilled', async () => {
    await open([template()])
    const { bodies, versions } = sent('put')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Spring postcard' }))
    const form = await dialog('Edit Template')
    expect(form.getByLabelText(/^Name/)).toHaveValue('Spring postcard')
    expect(form.getByLabelText(/^Type/)).toHaveValue('postcard')
    expect(form.getByLabelText('Front image URL')).toHaveValue('https://images.example.com/front.png')
    expect(form.getByLabelText('Back image URL')).toHaveValue('https://images.example.com/back.png')
    expect(form.getByLabelText('Description')).toHaveValue('Seasonal offer, full bleed.')
    await userEvent.click(form.getByRole('switch', { name: 'Active' }))
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessTemplate updated successfully'))
    expect(bodies).toEqual([expect.objectContaining({ name: 'Spring postcard', active: false })])
    expect(versions).toEqual(['"3"'])
  })

  test('"Failed to save template"', async () => {
    await open([template()])
    server.use(refusing('put', `${path}/:id`, 500))
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Spring postcard' }))
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to save template'))
  })

  test('one that was deleted by someone else shows a notice and disappears', async () => {
    await open([template()])
    server.use(refusing('delete', `${path}/:id`, 404), getListSampleTemplatesMockHandler([]))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Spring postcard' }))
    await userEvent.click((await dialog('Delete template')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast()).toHaveTextContent('The sample template no longer existsSomeone else deleted'))
    expect(await screen.findByText('No sample templates yet')).toBeVisible()
  })

  test('a lost session shows only its own toast, and the draft is kept', async () => {
    await open([template()])
    server.use(refusing('put', `${path}/:id`, 401))
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Spring postcard' }))
    await userEvent.type((await dialog('Edit Template')).getByLabelText(/^Name/), ' mine')
    await save()
    await waitFor(() => expect(toast()).toHaveTextContent('You are logged out. Logging in again...'))
    await waitFor(() =>
      expect(left).toEqual([
        `/api/login?return_to=${encodeURIComponent(`/admin/samples?edit=${template().id}`)}&reason=draft_kept`,
      ]),
    )
    expect(toast()).not.toHaveTextContent('Failed to save template')

    cleanup()
    forgetDeparture()
    // Someone else saved before the sign-in, which needs a decision before saving.
    let sent: string | null = null
    server.use(
      getListSampleTemplatesMockHandler([template({ name: 'Theirs', version: 4 })]),
      http.put(`*${path}/:id`, ({ request }) => {
        sent = request.headers.get('If-Match')
        return HttpResponse.json(template())
      }),
    )
    renderAdmin(`/samples?edit=${template().id}`)
    await screen.findByRole('dialog', { name: 'Edit Template' })
    expect((await dialog('Edit Template')).getByLabelText(/^Name/)).toHaveValue('Spring postcard mine')
    expect(screen.getByText('You entered this earlier. It isn’t saved yet.')).toBeVisible()
    expect(screen.getByText('Someone else changed this template')).toBeVisible()
    await save()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(sent).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite' }))
    await waitFor(() => expect(sent).toBe('"4"'))
  })
})

describe('deleting', () => {
  const ask = async () => {
    await open([template()])
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Spring postcard' }))
    return within(screen.getByRole('dialog'))
  }

  test('asks for confirmation by name, and Cancel deletes nothing', async () => {
    const question = await ask()
    expect(question.getByText('Are you sure you want to delete this template?')).toBeVisible()
    expect(question.getByText('Spring postcard')).toBeVisible()
    // There is no handler for DELETE here, so a DELETE would fail the test.
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('listitem', { name: 'Spring postcard' })).toBeVisible()
  })

  test('"Template deleted successfully"', async () => {
    const question = await ask()
    let deletions = 0
    server.use(
      http.delete(`*${path}/:id`, () => {
        deletions += 1
        return new HttpResponse(null, { status: 204 })
      }),
      getListSampleTemplatesMockHandler([]),
    )
    await userEvent.dblClick(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessTemplate deleted successfully'))
    expect(await screen.findByText('No sample templates yet')).toBeVisible()
    expect(deletions).toBe(1)
  })

  test('"Failed to delete template"', async () => {
    const question = await ask()
    server.use(refusing('delete', `${path}/:id`, 500))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to delete template'))
    expect(screen.getByRole('listitem', { name: 'Spring postcard' })).toBeVisible()
  })
})
