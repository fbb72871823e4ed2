import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { type JsonObject, operationsOf, originPlaceholder, sampleRequest, type SampleRequest } from '@app/api-reference'
import { document, operationTable, type SandboxKeyWithSecret } from '@app/contract'
import { addCustomer, signInMember } from './customers.ts'
import { startApp } from './harness.ts'
import { addExampleTarget } from './message-rows.ts'

const { app, db, makeStaff } = await startApp()
await addExampleTarget(db)
const { cookie } = await makeStaff()
const customer = await addCustomer(app, db)
const key = (await app.inject({ method: 'POST', url: '/v1/sandbox-keys', payload: {} })).json<SandboxKeyWithSecret>()
  .Key

const contract = document as JsonObject
const samples = operationsOf(contract).map((operation) => {
  const { id, statuses } = operationTable.find(({ id }) => id === operation.node['operationId'])!
  return { id, statuses, request: sampleRequest(contract, operation) }
})

const contentOf = ({ body }: SampleRequest): Pick<InjectOptions, 'payload' | 'headers'> => {
  if (!body) return {}
  if (body.kind === 'json') return { payload: JSON.stringify(body.value), headers: { 'content-type': body.mediaType } }
  if (body.kind === 'file') return { payload: Buffer.from('no image'), headers: { 'content-type': body.mediaType } }
  const payload = new URLSearchParams(body.fields).toString()
  return { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

const credentials = {
  anyone: {},
  staff: { cookie },
  sandbox: { authorization: `Bearer ${key}` },
  account: { authorization: `Bearer ${customer.test.key}` },
}

/** Some samples sign the member out. */
const credentialsOf = async (caller: SampleRequest['caller']) =>
  caller === 'member' ? { cookie: await signInMember(app, db, customer.member.id) } : credentials[caller]

async function statusOf(request: SampleRequest): Promise<number> {
  const { payload, headers } = contentOf(request)
  const { statusCode } = await app.inject({
    method: request.method as 'GET',
    url: request.url.slice(originPlaceholder.length),
    ...(payload !== undefined && { payload }),
    headers: {
      ...headers,
      ...(await credentialsOf(request.caller)),
      ...(request.ifMatch && { 'if-match': request.ifMatch }),
    },
  })
  return statusCode
}

/** The passwords and passkey responses of these samples are made up, and the file is not an image here. */
const refused = new Map([
  ['updateOwnPassword', 400],
  ['createAuthenticator', 400],
  ['deleteAuthenticator', 400],
  ['createRecoveryCodes', 400],
  ['createPasskeyOptions', 400],
  ['createPasskey', 400],
  ['deletePasskey', 400],
  ['createOwnToken', 400],
  ['signIn', 401],
  ['verifySecondFactor', 401],
  ['signInWithPasskey', 401],
  ['createPrintAsset', 400],
  // The lead does not exist, and the response is not from a passkey.
  ['createAccount', 400],
  ['createMemberPasskey', 400],
  ['createMemberPasskeySession', 401],
])
const accepted = samples.filter(({ id }) => id !== 'streamEvents' && !refused.has(id))

test.each(accepted)(
  'the sample of $id has the format and the credentials that the API requires',
  async ({ statuses, request }) => {
    const status = await statusOf(request)
    expect(statuses).toContain(status)
    // Without a key, a 403 is for the signature of a link.
    expect(status).not.toBeOneOf([400, 401, ...(request.caller === 'anyone' ? [] : [403]), 405, 413, 415, 500])
  },
)

test.each([...refused])('the sample of %s is rejected with %i only for its made-up values', async (id, status) => {
  const { request } = samples.find((sample) => sample.id === id)!
  expect(await statusOf(request)).toBe(status)
})
