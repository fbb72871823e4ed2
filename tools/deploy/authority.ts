import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  bits,
  boolean,
  dnsName,
  explicit,
  integer,
  keyIdentifier,
  octets,
  oid,
  sequence,
  set,
  utcTime,
  utf8,
} from './der.ts'

const dayMs = 86_400_000
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

export interface Pair {
  /** PEM. */
  certificate: string
  key: string
}

export interface Authority extends Pair {
  /** SHA-256 of its public key in base64, the form in which browsers identify keys. */
  keyHash: string
  issue: (hosts: readonly string[]) => Pair
}

const name = (commonName: string) => sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))))

const pem = (der: Buffer) => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const extension = (id: string, isCritical: boolean, content: Buffer) =>
  sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(content))

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
const keyId = (key: KeyObject) => createHash('sha1').update(spki(key)).digest()

interface Certificate {
  subject: string
  issuer: string
  days: number
  publicKey: KeyObject
  signer: KeyObject
  extensions: Buffer[]
}

function certificate({ subject, issuer, days, publicKey, signer, extensions }: Certificate): string {
  const now = Date.now()
  const serial = randomBytes(16)
  // A serial number is positive and has no leading zeros.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256,
    name(issuer),
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + days * dayMs))),
    name(subject),
    spki(publicKey),
    explicit(3, sequence(...extensions)),
  )
  return pem(sequence(body, ecdsaWithSha256, bits(sign('sha256', body, signer))))
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** A certificate authority for one machine. Trusting it means trusting every certificate that it issued. */
export function makeAuthority(): Authority {
  const issuer = 'Direct mail local authority'
  const own = newKeys()
  const authorityId = extension('2.5.29.35', false, sequence(keyIdentifier(keyId(own.publicKey))))
  return {
    key: keyPem(own.privateKey),
    keyHash: createHash('sha256').update(spki(own.publicKey)).digest('base64'),
    certificate: certificate({
      subject: issuer,
      issuer,
      days: 825,
      publicKey: own.publicKey,
      signer: own.privateKey,
      extensions: [
        extension('2.5.29.19', true, sequence(boolean(true))),
        // Key usage: signing certificates only.
        extension('2.5.29.15', true, bits(Buffer.from([0x04]), 2)),
        extension('2.5.29.14', false, octets(keyId(own.publicKey))),
      ],
    }),
    issue(hosts) {
      const { publicKey, privateKey } = newKeys()
      return {
        key: keyPem(privateKey),
        certificate: certificate({
          subject: hosts[0] ?? '',
          issuer,
          days: 397,
          publicKey,
          signer: own.privateKey,
          extensions: [
            extension('2.5.29.19', true, sequence()),
            extension('2.5.29.15', true, bits(Buffer.from([0x80]), 7)),
            extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
            extension('2.5.29.17', false, sequence(...hosts.map(dnsName))),
            authorityId,
          ],
        }),
      }
    },
  }
}
