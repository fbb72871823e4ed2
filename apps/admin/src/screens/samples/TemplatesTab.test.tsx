import type { SampleTemplateInput } from '@app/api-client'
import { getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, signedInAsViewer, toast, useAdmin } from '../../../test/admin.tsx'
import { template } from '../../../test/records.ts'
import { answer, areClosed, dialog, fill, press, says } from '../../../test/user-actions.ts'
import { forgetDeparture } from '../../session/sign-in-again.ts'

const { server, requested, left } = useAdmin()

const path = '/api/admin/sample-templates'
const save = () => press('Save')

async function open(...templates: Parameters<typeof getListSampleTemplatesMockHandler>) {
  server.use(signedIn, getListSampleTemplatesMockHandler(...templates))
  renderAdmin('/samples')
  await screen.findByRole('button', { name: 'Add Template' })
}

test('a list that fails to load shows a loading state, then the request id and a retry, then the templates', async () => {
  server.use(signedIn, failing(path, 500, 'req-9'))
  renderAdmin('/samples')
  await screen.findByRole('status', { name: 'Loading' })
  expect(await screen.findByText('req-9')).toBeVisible()
  server.use(getListSampleTemplatesMockHandler([]))
  await press('Retry')
  expect(await screen.findByText('No sample templates yet')).toBeVisible()
})

test('viewers see both sides of each template, or a blank sheet for a missing or broken image, and no actions', async () => {
  server.use(signedInAsViewer, getListSampleTemplatesMockHandler([template({ active: false, backImageUrl: null })]))
  renderAdmin('/samples')
  const card = within(await screen.findByRole('listitem', { name: 'Spring postcard' }))
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Sample Templates', 'Sample Requests'])
  expect(screen.getByRole('tab', { name: 'Sample Templates' })).toHaveAttribute('aria-selected', 'true')
  expect(card.getByText('Inactive')).toBeVisible()
  expect(card.getByText('Seasonal offer, full bleed.')).toBeVisible()
  expect(card.getByText(/^Postcard ·/)).toBeVisible()
  const front = card.getByRole('img', { name: 'Spring postcard, front' })
  expect(front).toHaveAttribute('src', 'https://images.example.com/front.png')
  expect(front).toHaveAttribute('referrerpolicy', 'no-referrer')
  fireEvent.error(front)
  expect(card.getByText('The front image could not be loaded')).toBeVisible()
  await press('Show back of Spring postcard')
  expect(card.getByText('No back image')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Add|Edit|Delete/ })).not.toBeInTheDocument()
})

test('a new template shows its errors, "Failed to save template", and "Template created successfully"', async () => {
  await open([])
  await press('Add Template')
  const form = await dialog('Create New Template')
  const name = form.getByLabelText(/^Name/)
  expect(form.getByRole('switch', { name: 'Active' })).toBeChecked()
  fill(form.getByLabelText('Front image URL'), 'not a url')
  fill(form.getByLabelText('Back image URL'), 'javascript:alert(1)')
  await save()
  expect(form.getByText('Name is required')).toBeVisible()
  expect(form.getByText('Type is required')).toBeVisible()
  expect(form.getAllByText(/^Enter a URL/)).toHaveLength(2)
  await waitFor(() => expect(name).toHaveFocus())

  // Typed text is not discarded without a confirmation.
  fill(name, ' Fall letter ')
  await press('Cancel')
  await answer('Discard changes?', 'Keep editing')
  expect(name).toHaveValue(' Fall letter ')
  fill(form.getByLabelText('Front image URL'), '')
  fill(form.getByLabelText('Back image URL'), '')
  await userEvent.selectOptions(form.getByLabelText(/^Type/), 'letter')
  fill(form.getByLabelText('Description'), 'Two lines;\n"quoted".')
  server.use(refusing('post', path, 400, [{ in: 'body', pointer: '/name', detail: 'is taken' }]))
  await save()
  await says('ErrorFailed to save template')
  expect(name).toHaveValue(' Fall letter ')
  expect(form.getByText('Is taken')).toBeVisible()
  expect(name).toHaveFocus()

  // The form can be neither changed nor discarded while it saves.
  const bodies: unknown[] = []
  const answered = Promise.withResolvers<void>()
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      bodies.push(await request.json())
      await answered.promise
      return HttpResponse.json(template(), { status: 201 })
    }),
    getListSampleTemplatesMockHandler([template({ name: 'Fall letter' })]),
  )
  await save()
  expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  expect(name.closest('[inert]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).not.toBeInTheDocument()
  answered.resolve()
  await says('Template created successfully')
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
  await areClosed()
})

describe('editing', () => {
  test('prefills every field, and shows "Failed to save template", then "Template updated successfully"', async () => {
    await open([template()])
    await press('Show back of Spring postcard')
    expect(screen.getByRole('img', { name: 'Spring postcard, back' })).toBeVisible()
    await press('Edit Spring postcard')
    const form = await dialog('Edit Template')
    expect(form.getByLabelText(/^Name/)).toHaveValue('Spring postcard')
    expect(form.getByLabelText(/^Type/)).toHaveValue('postcard')
    expect(form.getByLabelText('Front image URL')).toHaveValue('https://images.example.com/front.png')
    expect(form.getByLabelText('Back image URL')).toHaveValue('https://images.example.com/back.png')
    expect(form.getByLabelText('Description')).toHaveValue('Seasonal offer, full bleed.')
    await userEvent.click(form.getByRole('switch', { name: 'Active' }))
    server.use(refusing('put', `${path}/:id`, 500))
    await save()
    await says('ErrorFailed to save template')
    const writes: unknown[] = []
    server.use(
      http.put(`*${path}/:id`, async ({ request }) => {
        writes.push([request.headers.get('If-Match'), await request.json()])
        return HttpResponse.json(template())
      }),
    )
    await save()
    await says('SuccessTemplate updated successfully')
    expect(writes).toEqual([['"3"', expect.objectContaining({ name: 'Spring postcard', active: false })]])
  })

  test('shows only the toast about a lost session, and keeps the draft', async () => {
    await open([template()])
    server.use(refusing('put', `${path}/:id`, 401))
    await press('Edit Spring postcard')
    fill((await dialog('Edit Template')).getByLabelText(/^Name/), 'Spring postcard mine')
    await save()
    await says('You are logged out. Logging in again...')
    await waitFor(() =>
      expect(left).toEqual([
        `/api/login?return_to=${encodeURIComponent(`/admin/samples?edit=${template().id}`)}&reason=draft_kept`,
      ]),
    )
    expect(toast()).not.toHaveTextContent('Failed to save template')

    cleanup()
    forgetDeparture()
    // Someone else saved before the sign-in, so the conflict must be resolved before saving.
    let sent: string | null = null
    server.use(
      getListSampleTemplatesMockHandler([template({ name: 'Theirs', version: 4 })]),
      http.put(`*${path}/:id`, ({ request }) => {
        sent = request.headers.get('If-Match')
        return HttpResponse.json(template())
      }),
    )
    renderAdmin(`/samples?edit=${template().id}`)
    expect((await dialog('Edit Template')).getByLabelText(/^Name/)).toHaveValue('Spring postcard mine')
    expect(screen.getByText('You entered this earlier. It isn’t saved yet.')).toBeVisible()
    expect(screen.getByText('Someone else changed this template')).toBeVisible()
    await save()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(sent).toBeNull()
    await press('Overwrite')
    await waitFor(() => expect(sent).toBe('"4"'))
  })
})

test('deletes a template after a confirmation, once for a double click, and reports one that is already gone', async () => {
  const other = template({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a34', name: 'Fall letter' })
  await open([template(), other])
  await press('Delete Spring postcard')
  const question = await dialog('Delete template')
  expect(question.getByText('Are you sure you want to delete this template?')).toBeVisible()
  expect(question.getByText('Spring postcard')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await areClosed()
  expect(requested).not.toContain(`${path}/${template().id}`)
  server.use(refusing('delete', `${path}/:id`, 500))
  await press('Delete Spring postcard')
  await answer('Delete template', 'Delete')
  await says('ErrorFailed to delete template')
  expect(screen.getByRole('listitem', { name: 'Spring postcard' })).toBeVisible()

  const deleted: unknown[] = []
  server.use(
    http.delete(`*${path}/:id`, ({ params }) => {
      deleted.push(params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    getListSampleTemplatesMockHandler([other]),
  )
  await press('Delete Spring postcard')
  await userEvent.dblClick((await dialog('Delete template')).getByRole('button', { name: 'Delete' }))
  await says('SuccessTemplate deleted successfully')
  await waitFor(() => expect(screen.queryByText('Spring postcard')).not.toBeInTheDocument())
  expect(deleted).toEqual([template().id])

  server.use(refusing('delete', `${path}/:id`, 404), getListSampleTemplatesMockHandler([]))
  await press('Delete Fall letter')
  await answer('Delete template', 'Delete')
  await says('The sample template no longer existsSomeone else deleted')
  expect(await screen.findByText('No sample templates yet')).toBeVisible()
})
