import type { JsonObject, Operation } from '../document/contract.ts'
import { literal } from './literal.ts'
import { sampleRequest, type SampleRequest } from './sample-request.ts'
import { typeOf } from './type-of.ts'

/** Idempotency-Key for cURL: each run of the sample sends a new one. */
const newKeyInShell = '$(uuidgen)'

/** Quotes text for a shell. */
const inShell = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Environment variables for the keys that samples send. */
const keys: Partial<Record<SampleRequest['caller'], string>> = { sandbox: 'SANDBOX_KEY', account: 'TEST_KEY' }

/** The request as a shell command. */
export function curlSample(request: SampleRequest): string {
  const { method, url, caller, body } = request
  const parts = [`curl ${inShell(url)}`]
  // With a body, cURL defaults to POST.
  if (method !== (body ? 'POST' : 'GET')) parts[0] = `curl -X ${method} ${inShell(url)}`
  if (keys[caller]) parts.push(`-H "authorization: Bearer $${keys[caller]}"`)
  if (caller === 'member') parts.push('-b "$MEMBER_COOKIE"')
  if (caller === 'staff') parts.push('-b "$STAFF_COOKIE"')
  if (request.hasIdempotencyKey) parts.push(`-H "idempotency-key: ${newKeyInShell}"`)
  if (request.ifMatch) parts.push(`-H ${inShell(`if-match: ${request.ifMatch}`)}`)
  if (body?.kind === 'json') parts.push(`-H 'content-type: ${body.mediaType}'`)
  if (body?.kind === 'file') parts.push(`-H 'content-type: ${body.mediaType}'`, `--data-binary @${body.file}`)
  if (body?.kind === 'json') parts.push(`-d ${inShell(JSON.stringify(body.value, null, 2))}`)
  if (body?.kind === 'form') parts.push(...body.fields.map((field) => `--data-urlencode ${inShell(field.join('='))}`))
  if (isFile(request.answer.mediaType)) parts.push(`-o ${fileName(request.answer.mediaType)}`)
  if (request.success === 303) parts[0] = parts[0]?.replace('curl', 'curl -i') ?? ''
  if (request.answer.mediaType === 'text/event-stream') parts[0] = parts[0]?.replace('curl', 'curl -N') ?? ''
  return parts.join(' \\\n  ')
}

const isFile = (mediaType: string) => /^(application\/pdf|image\/)/.test(mediaType)

const fileName = (mediaType: string) => (mediaType === 'application/pdf' ? 'proof.pdf' : 'page.png')

function fetchCall({ method, url, caller, body, ...request }: SampleRequest): string {
  const headers: string[] = []
  if (keys[caller]) headers.push(`authorization: \`Bearer \${process.env.${keys[caller]}}\``)
  if (caller === 'member') headers.push("cookie: process.env.MEMBER_COOKIE ?? ''")
  if (caller === 'staff') headers.push("cookie: process.env.STAFF_COOKIE ?? ''")
  if (request.hasIdempotencyKey) headers.push("'idempotency-key': crypto.randomUUID()")
  if (request.ifMatch) headers.push(`'if-match': ${literal(request.ifMatch)}`)
  if (body?.kind === 'json' || body?.kind === 'file') headers.push(`'content-type': '${body.mediaType}'`)

  const options: string[] = []
  if (method !== 'GET') options.push(`method: '${method}'`)
  if (request.success === 303) options.push("redirect: 'manual'")
  if (headers.length > 0) options.push(`headers: {\n${headers.map((header) => `    ${header},\n`).join('')}  }`)
  if (body?.kind === 'json') options.push(`body: JSON.stringify(${literal(body.value, '  ')})`)
  if (body?.kind === 'file') options.push(`body: await readFile('${body.file}')`)
  if (body?.kind === 'form') {
    const fields = body.fields.map(([name, value]) => [name, value])
    options.push(`body: new URLSearchParams(${literal(fields, '  ')})`)
  }
  if (options.length === 0) return `await fetch('${url}')`
  return `await fetch('${url}', {\n${options.map((option) => `  ${option},\n`).join('')}})`
}

const failure = (success: number) =>
  success === 303
    ? 'if (response.status !== 303) throw new Error(`The sign-in page answered ${response.status}`)'
    : 'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)'

/** The code that handles the response. `type` is the type of its JSON. */
function reading({ success, answer: { mediaType } }: SampleRequest, type: string): string {
  if (success === 303) return "console.log(response.headers.get('location'))"
  if (isFile(mediaType)) return `await writeFile('${fileName(mediaType)}', Buffer.from(await response.arrayBuffer()))`
  if (mediaType.endsWith('json')) {
    return type
      ? `const answer = (await response.json()) as Answer\nconsole.log(answer)`
      : 'console.log(await response.json())'
  }
  if (mediaType === 'text/event-stream') {
    return `for await (const chunk of response.body${type && ' ?? []'}) console.log(new TextDecoder().decode(chunk))`
  }
  return mediaType ? 'console.log(await response.text())' : 'console.log(response.status)'
}

function fetchSample(request: SampleRequest, type: string): string {
  const files = [
    ...(request.body?.kind === 'file' ? ['readFile'] : []),
    ...(isFile(request.answer.mediaType) ? ['writeFile'] : []),
  ]
  return [
    ...(files.length > 0 ? [`import { ${files.join(', ')} } from 'node:fs/promises'\n`] : []),
    ...(type && request.answer.mediaType.endsWith('json') ? [`type Answer = ${type}\n`] : []),
    `const response = ${fetchCall(request)}`,
    failure(request.success),
    reading(request, type),
  ].join('\n')
}

/** The same request for Node.js, as a module. */
export const nodeSample = (request: SampleRequest): string => fetchSample(request, '')

/** The same in TypeScript, with the response type. */
export const typescriptSample = (request: SampleRequest, contract: JsonObject): string =>
  fetchSample(request, typeOf(contract, request.answer.schema))

export interface Sample {
  lang: string
  label: string
  source: string
}

/** The three samples of an operation, in the form of the extension `x-codeSamples`. */
export function samplesOf(contract: JsonObject, operation: Operation): Sample[] {
  const request = sampleRequest(contract, operation)
  return [
    { lang: 'shell', label: 'cURL', source: curlSample(request) },
    { lang: 'javascript', label: 'Node.js', source: nodeSample(request) },
    { lang: 'typescript', label: 'TypeScript', source: typescriptSample(request, contract) },
  ]
}
