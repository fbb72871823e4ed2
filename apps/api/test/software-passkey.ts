import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest()
const text = (content: string) => Buffer.concat([Buffer.from([0x60 + content.length]), Buffer.from(content)])
const bytes = (content: Buffer) => Buffer.concat([Buffer.from([0x58, content.length]), content])
const bigBytes = (content: Buffer) =>
  Buffer.concat([Buffer.from([0x59, content.length >> 8, content.length & 0xff]), content])

/** User present, user verified, and attested credential data. */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Options {
  origin?: string
  domain?: string
  isVerified?: boolean
  counter?: number
}

/** A passkey as an authenticator creates it (ES256, no attestation), for tests without a browser. */
export function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'))
  // The COSE map {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (more: number, { domain = 'localhost', isVerified = true, counter = 0 }: Options) => {
    const head = Buffer.alloc(5)
    head[0] = flags.present | (isVerified ? flags.verified : 0) | more
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(domain), head])
  }

  return {
    id: id.toString('base64url'),

    make(challenge: string, options: Options = {}) {
      const { origin = 'http://localhost:3000' } = options
      const data = Buffer.concat([
        authenticatorData(flags.attested, options),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bigBytes(data),
      ])
      return {
        id: id.toString('base64url'),
        clientData: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },

    use(challenge: string, options: Options = {}) {
      const { origin = 'http://localhost:3000' } = options
      const client = clientData('webauthn.get', challenge, origin)
      const data = authenticatorData(0, options)
      return {
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      }
    },
  }
}
