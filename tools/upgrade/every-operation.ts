/** A request to an operation of the contract, and the response. */
export interface Outcome {
  operationId: string
  status: number
  isAsPromised: boolean
}

export interface Owner {
  email: string
  password: string
}

interface Example {
  example?: unknown
}

interface Answered {
  id?: string
  /** The print API writes its members like this. */
  Id?: string
  Key?: string
  email?: string
  path?: string
}

/** The parts of a served contract that a request is built from. */
interface Operation {
  operationId: string
  method: string
  path: string
  parameters?: (Example & { in?: string; name?: string; $ref?: string; required?: boolean })[]
  requestBody?: { content: Record<string, Example> }
  responses: Record<string, unknown>
}

export interface Contract {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
  components: { parameters: Record<string, Example & { in: string; name: string; required?: boolean }> }
}

/** Some operations need what others created: an account needs its invitation, and a disabled one can do nothing more. */
const first = [
  'signIn',
  'inviteStaff',
  'listStaffInvitations',
  'renewStaffInvitation',
  'showSetPassword',
  'setPassword',
  'createSandboxKey',
  'createMessageTarget',
]
const last = [
  'deleteMessageTarget',
  'deletePrintTemplate',
  'revokeSandboxKey',
  'setStaffEnabled',
  'signOut',
  'confirmSignOut',
]
/**
 * What these may answer beside their success: single sign-on is not configured, nobody may be there to print, the
 * signatures of the examples belong to no link, there is no second lead to merge, no mail server to reply by, no
 * app that makes codes, no second session, and the email of the example is not that of the person, who is needed.
 */
const refused: Record<string, number | number[]> = {
  finishSignIn: 404,
  proofPostcard: 503,
  proofLetter: 503,
  getProof: 404,
  getProofPdf: 403,
  getProofPage: 403,
  mergeLead: 404,
  replyToLead: 409,
  erasePerson: 400,
  confirmAuthenticator: 400,
  removeAuthenticator: 409,
  replaceRecoveryCodes: 409,
  finishSecondStep: 401,
  // An address without a name has no passkeys.
  startPasskey: 409,
  startPasskeySignIn: 409,
  addPasskey: [400, 409],
  removePasskey: 400,
  signInWithPasskey: [401, 409],
  // Only the session that asks is there.
  endOwnSession: 404,
  endStaffSession: 404,
  revokeStaffToken: 404,
}

/** The smallest PNG: one transparent pixel. */
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Ids in the examples of the contract, by collection. Bodies name the record that was created instead. */
const exampleIds = {
  leads: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11',
  'message-targets': '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ad2',
}
/** Collections whose members are named by the id of a record of another one. */
const recordsOf: Readonly<Record<string, string>> = { people: 'print-samples' }
/** Of the right form, and of no proof. */
const noProof = `proof_${'0'.repeat(20)}`
const noSession = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8aa1'

const placeOf = ({ operationId }: Operation) =>
  first.includes(operationId) ? first.indexOf(operationId) - first.length : last.indexOf(operationId) + 1

const operationsOf = ({ paths }: Contract): Operation[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, method, path })))
    .sort((one, other) => placeOf(one) - placeOf(other))

export const contractOf = async (origin: string): Promise<Contract> =>
  (await (await fetch(`${origin}/api/openapi.json`)).json()) as Contract

/**
 * Calls each operation of a contract (the server's own unless another is given) as an owner, with its examples and the
 * records that earlier calls created. Lists are also read with all their filters at once.
 */
export async function callEveryOperation(origin: string, owner: Owner, document?: Contract): Promise<Outcome[]> {
  const contract = document ?? (await contractOf(origin))
  const caller = new Caller(origin, owner, contract)
  const outcomes: Outcome[] = []
  for (const operation of operationsOf(contract)) {
    outcomes.push(await caller.call(operation, caller.requiredOf(operation)))
    if (caller.filtersOf(operation)) outcomes.push(await caller.call(operation, caller.filtersOf(operation)))
    // The first invitation became an account, so a second one is created to be revoked.
    if (operation.operationId === 'setPassword') await caller.invite()
    // Signing out ended the session, and the next release needs one.
    if (operation.operationId === 'changeOwnPassword') outcomes.push(await caller.call(operation))
  }
  return outcomes
}

class Caller {
  readonly #ids: Record<string, string> = {
    proofs: noProof,
    sessions: noSession,
    'staff-sessions': noSession,
    'staff-tokens': noSession,
  }
  readonly #invited = new Set<string>()
  #cookie = ''
  #key = ''
  #link = ''
  #password: string
  readonly #origin: string
  readonly #owner: Owner
  readonly #document: Contract

  constructor(origin: string, owner: Owner, document: Contract) {
    this.#origin = origin
    this.#owner = owner
    this.#password = owner.password
    this.#document = document
  }

  /** Every filter of a list with its example, except cursors, which are only valid for the page that returned them. */
  filtersOf({ operationId, method, parameters = [] }: Operation): string {
    if (method !== 'get' || operationId === 'showSetPassword') return ''
    const filters = this.#queryOf(parameters).filter(
      (one) => typeof one.example === 'string' && one.name !== 'cursor' && !one.required,
    )
    return new URLSearchParams(Object.fromEntries(filters.map((one) => [one.name, one.example]))).toString()
  }

  /** What has to be in the query, with its examples. */
  requiredOf({ operationId, parameters = [] }: Operation): string {
    if (operationId === 'showSetPassword') return `link=${this.#link}`
    const required = this.#queryOf(parameters).filter((one) => one.required)
    return new URLSearchParams(Object.fromEntries(required.map((one) => [one.name, String(one.example)]))).toString()
  }

  #queryOf = (parameters: NonNullable<Operation['parameters']>) =>
    parameters
      .map((one) => ({ ...this.#document.components.parameters[one.$ref?.split('/').at(-1) ?? ''], ...one }))
      .filter((one) => one.in === 'query')

  async call(operation: Operation, query = ''): Promise<Outcome> {
    const { operationId, method, path, responses } = operation
    const [type, body] = this.#bodyOf(operation)
    const answer = await fetch(`${this.#origin}${this.#filled(path)}${query && `?${query}`}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        cookie: this.#cookie,
        'idempotency-key': crypto.randomUUID(),
        // As a browser says that a page of ours, or a person, made the call.
        'sec-fetch-site': 'same-origin',
        ...(type && { 'content-type': type }),
        ...(path.startsWith('/v1/') && this.#key && { authorization: `Bearer ${this.#key}` }),
      },
      ...(body !== undefined && { body }),
    })
    await this.#remember(operation, answer)
    const promised = [refused[operationId] ?? [], Object.keys(responses).map(Number).filter(isSuccess)].flat()
    return { operationId, status: answer.status, isAsPromised: promised.includes(answer.status) }
  }

  async invite(): Promise<void> {
    const operations = operationsOf(this.#document)
    for (const id of ['inviteStaff', 'listStaffInvitations']) {
      const operation = operations.find(({ operationId }) => operationId === id)
      if (operation) await this.call(operation)
    }
  }

  #filled = (path: string) =>
    path
      .replace(/([\w-]+)\/\{id\}/, (_, name: string) => `${name}/${this.#ids[recordsOf[name] ?? name]}`)
      .replace('{page}', '1')

  #bodyOf({ operationId, requestBody }: Operation): [type: string, body: string | Buffer<ArrayBuffer> | undefined] {
    const [type, { example }] = Object.entries(requestBody?.content ?? {})[0] ?? ['', {}]
    if (type === 'application/octet-stream') return [type, image]
    if (operationId === 'finishSecondStep' || operationId === 'signInWithPasskey') {
      return [type, new URLSearchParams(example as Record<string, string>).toString()]
    }
    if (operationId === 'signIn') return [type, new URLSearchParams({ ...this.#owner }).toString()]
    if (operationId === 'setPassword') {
      const { password } = this.#owner
      return [type, new URLSearchParams({ token: this.#link, password, repeated: password }).toString()]
    }
    if (operationId === 'changeOwnPassword') {
      const { password } = this.#owner
      const currentPassword = this.#password
      this.#password = currentPassword === password ? `${password} changed` : password
      return [type, JSON.stringify({ currentPassword, newPassword: this.#password })]
    }
    if (requestBody && example && typeof example === 'object' && 'currentPassword' in example) {
      return [type, JSON.stringify({ ...example, currentPassword: this.#password })]
    }
    if (operationId === 'inviteStaff') {
      const email = `${crypto.randomUUID()}@example.com`
      this.#invited.add(email)
      return [type, JSON.stringify({ ...(example as object), email })]
    }
    if (example === undefined) return [type, undefined]
    const body = Object.entries(exampleIds).reduce(
      (text, [collection, id]) => text.replaceAll(id, this.#ids[collection] ?? id),
      JSON.stringify(example),
    )
    return [type, body]
  }

  /** The session, the one-time link, and by path the id of the record created or listed last. */
  async #remember({ operationId, path }: Operation, answer: Response): Promise<void> {
    const [cookie] = answer.headers.getSetCookie()
    if (operationId === 'signIn') this.#cookie = cookie?.split(';')[0] ?? ''
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    if (!isJson || !answer.ok) {
      await answer.body?.cancel()
      return
    }
    const content = (await answer.json()) as Answered | Answered[]
    const one = Array.isArray(content) ? content.find(({ email = '' }) => this.#invited.has(email)) : content
    const collection = path.split('/{id}')[0]?.split('/').at(-1) ?? ''
    if (one?.id && (/^(create|import)/.test(operationId) || /^list(Staff|StaffInvitations)$/.test(operationId)))
      this.#ids[collection] = one.id
    if (operationId === 'sendTestMessage' && one?.id) this.#ids['messages'] = one.id
    if (operationId.startsWith('proof') && one?.Id) this.#ids['proofs'] = one.Id
    if (operationId === 'createPrintTemplate' && one?.Id) this.#ids['templates'] = one.Id
    if (one?.Key) {
      this.#key = one.Key
      this.#ids['keys'] = one.Id ?? ''
    }
    if (one?.path) this.#link = new URL(one.path, this.#origin).searchParams.get('link') ?? ''
  }
}

const isSuccess = (status: number) => status < 400
