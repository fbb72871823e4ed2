import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'
import { makeAuthority } from './authority.ts'

// Creates a local authority and one certificate for the three hosts of this machine: certificates.ts [HOST...]
// The hosts share a label below `localhost`, so that browsers treat them as one site.
const hosts =
  process.argv.length > 2 ? process.argv.slice(2) : ['www', 'staff', 'api'].map((n) => `${n}.mail.localhost`)
const folder = path.join(root, 'deploy/certificates')
if (existsSync(path.join(folder, 'tls.key'))) {
  process.stderr.write(`${folder} holds certificates already: remove it to make others\n`)
  process.exit(1)
}

const authority = makeAuthority()
const pair = authority.issue(hosts)
mkdirSync(folder, { recursive: true })
writeFileSync(path.join(folder, 'authority.crt'), authority.certificate)
writeFileSync(path.join(folder, 'tls.crt'), pair.certificate + authority.certificate)
// The proxy's user reads the key through a mount of this one file; the folder's mode keeps other users out.
writeFileSync(path.join(folder, 'tls.key'), pair.key)
chmodSync(folder, 0o700)
console.log(`${folder}: tls.crt and tls.key for ${hosts.join(', ')}`)
console.log(`Let your browser trust authority.crt. Its key was not kept: nobody can issue more.`)
