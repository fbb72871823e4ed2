import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { codeOf } from '../../errors/errors.ts'
import { isInRanges, isPublicAddress } from '../../config/network.ts'
import { maxCooldownMs } from '../../jobs/circuit-breaker.ts'
import { SendError } from './send-error.ts'

interface Address {
  address: string
  family: number
}

export interface CallSettings {
  /** Private addresses that may be called anyway. */
  privateRanges: readonly string[]
  timeoutMs: number
  resolve?: (host: string) => Promise<Address[]>
}

interface Call {
  url: URL
  body: string
  headers: Readonly<Record<string, string>>
}

const systemResolve = (host: string) => lookup(host, { all: true, verbatim: true })

/**
 * Posts JSON to a URL that a user configured, and resolves when the receiver has accepted it. Resolves the host once,
 * checks all of its addresses, and connects only to these, so a later DNS response cannot redirect the call into a
 * private network. Follows no redirects, and reads only the status and Retry-After of the response.
 * @throws {SendError}
 */
export async function postJson({ url, body, headers }: Call, settings: CallSettings): Promise<void> {
  const signal = AbortSignal.timeout(settings.timeoutMs)
  const addresses = await addressesOf(url, settings, signal)
  const response = await send({ url, body, headers }, addresses, signal)
  const { statusCode = 0 } = response
  const retryAfter = Number(response.headers['retry-after'])
  response.destroy()
  if (statusCode >= 200 && statusCode < 300) return
  if (statusCode === 410) throw new SendError('refused', 'The target no longer exists (410).')
  if (statusCode >= 300 && statusCode < 400) {
    throw new SendError('passing', `The target redirected (${statusCode}). Redirects are not followed.`, {
      isRouteDown: true,
    })
  }
  throw new SendError('passing', `The target returned ${statusCode}.`, {
    isRouteDown: true,
    ...(retryAfter > 0 && { cooldownMs: Math.min(maxCooldownMs, retryAfter * 1000) }),
  })
}

/** @throws {SendError} unless all addresses of the host may be called */
async function addressesOf(
  { protocol, hostname }: URL,
  { privateRanges, resolve = systemResolve }: CallSettings,
  signal: AbortSignal,
): Promise<Address[]> {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolved(resolve(host), signal)
  const isOurs = ({ address }: Address) => isInRanges(address, privateRanges)
  if (!found.every((one) => isPublicAddress(one.address) || isOurs(one))) {
    throw new SendError('refused', 'The address is in a private network, so nothing was sent.')
  }
  if (protocol !== 'https:' && !found.every(isOurs)) throw new SendError('refused', 'The address does not use https.')
  return found
}

async function resolved(resolving: Promise<Address[]>, signal: AbortSignal): Promise<Address[]> {
  const late = once(signal, 'abort').then((): Address[] => [])
  const found = await Promise.race([resolving.catch(() => []), late])
  if (found.length > 0) return found
  throw new SendError('passing', 'The host name of the target could not be resolved.', { isRouteDown: true })
}

function send(
  { url, body, headers }: Call,
  addresses: readonly Address[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const [first] = addresses
  const pinned: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const calling = request(url, {
      method: 'POST',
      // A shared connection could lead to an unchecked address.
      agent: false,
      lookup: pinned,
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'direct-mail-platform',
        ...headers,
      },
    })
    calling.once('response', done)
    // The only event emitted after an invalid response, such as 101.
    calling.once('close', () =>
      fail(new SendError('passing', 'The target closed the connection.', { isRouteDown: true })),
    )
    calling.on('error', (error) => {
      const why = signal.aborted
        ? 'did not respond in time'
        : `could not be reached (${codeOf(error) ?? 'no connection'})`
      fail(new SendError('passing', `The target ${why}.`, { isRouteDown: true }))
    })
    calling.end(body)
  })
}
