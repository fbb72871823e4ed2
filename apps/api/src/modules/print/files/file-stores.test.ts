import { openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeS3 } from '../../../../test/fake-s3.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'file-store-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const s3 = await fakeS3()
afterAll(() => s3.close())

const settings = {
  endpoint: s3.url,
  bucket: 'proofs',
  region: 'us-east-1',
  accessKeyId: s3.accessKeyId,
  secretAccessKey: s3.secretAccessKey,
}
const stores: [string, FileStore][] = [
  ['a folder', folderStore(folder)],
  ['an S3-compatible store', s3Store(settings)],
]
const later = new Date('2100-01-01')
const earlier = new Date('2000-01-01')

async function listed(store: FileStore, time: Date): Promise<string[]> {
  const hashes: string[] = []
  for await (const hash of store.storedBefore(time)) hashes.push(hash)
  return hashes
}

describe.each(stores)('%s', (_name, store) => {
  test('returns the bytes that were stored', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
    const hash = await store.put(bytes)
    const file = await store.read(hash)
    expect(file && (await buffer(file)).equals(bytes)).toBe(true)
  })

  test('stores a file on disk under the hash of its bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 249))
    const file = path.join(folder, 'on-disk')
    await writeFile(file, bytes)
    const hash = await store.put(await openAsBlob(file))
    expect(hash).toBe(await store.put(bytes))
    const stored = await store.read(hash)
    expect(stored && (await buffer(stored)).equals(bytes)).toBe(true)
  })

  test('stores the same bytes once, even when several callers store them at the same time', async () => {
    const bytes = Buffer.from('the same')
    const hashes = await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
    expect(new Set(hashes).size).toBe(1)
    expect((await listed(store, later)).filter((hash) => hash === hashes[0])).toHaveLength(1)
  })

  test('does not find a missing or removed file', async () => {
    expect(await store.read('0'.repeat(64))).toBeUndefined()
    expect(await store.has('0'.repeat(64))).toBe(false)
    const hash = await store.put(Buffer.from('soon gone'))
    expect(await store.has(hash)).toBe(true)
    await store.remove(hash)
    await store.remove(hash)
    expect(await store.read(hash)).toBeUndefined()
    expect(await store.has(hash)).toBe(false)
  })

  test('accepts only a hash as a name', async () => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(64)])
      await expect(store.read(name)).rejects.toThrow('SHA-256')
  })

  test('lists files stored before a time', async () => {
    const hash = await store.put(Buffer.from('listed'))
    expect(await listed(store, later)).toContain(hash)
    expect(await listed(store, earlier)).toEqual([])
  })
})

describe('a folder', () => {
  const store = folderStore(path.join(folder, 'own'))
  const names = async () =>
    (await readdir(path.join(folder, 'own'), { recursive: true })).filter((name) => /[0-9a-f]{64}/.test(name))

  test('can be read by its owner only', async () => {
    const own = path.join(folder, 'private')
    const hash = await folderStore(own).put(Buffer.from('private'))
    const modeOf = async (name: string) => (await stat(path.join(own, name))).mode & 0o777
    expect([await modeOf(''), await modeOf(hash.slice(0, 2))]).toEqual([0o700, 0o700])
    expect(await modeOf(path.join(hash.slice(0, 2), hash.slice(2, 4), hash))).toBe(0o600)
  })

  test('is created with the first file, and lists nothing before', async () => {
    expect(await listed(store, later)).toEqual([])
    await store.put(Buffer.from('first'))
    expect(await names()).toHaveLength(1)
  })

  test('replaces a file that was damaged or truncated', async () => {
    const bytes = Buffer.from('a print file')
    const hash = await store.put(bytes)
    const file = path.join(folder, 'own', hash.slice(0, 2), hash.slice(2, 4), hash)
    for (const damage of ['a print fi1e', 'a print', '']) {
      await writeFile(file, damage)
      await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
      expect(await readFile(file)).toEqual(bytes)
    }
  })

  test('removes partial files of a killed process, once they are old', async () => {
    const half = path.join(folder, 'own', `${'a'.repeat(64)}.x.part`)
    await writeFile(half, 'half')
    expect(await listed(store, earlier)).toEqual([])
    expect(await names()).toContain(path.basename(half))
    await utimes(half, earlier, earlier)
    await listed(store, new Date('2001-01-01'))
    expect(await names()).not.toContain(path.basename(half))
  })

  test('accepts nothing new when the disk is almost full, and keeps existing files', { tags: ['R55'] }, async () => {
    const full = folderStore(path.join(folder, 'own'), Number.MAX_SAFE_INTEGER)
    const hash = await store.put(Buffer.from('there is room'))
    const count = (await names()).length
    await expect(full.put(Buffer.from('no room'))).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(await full.put(Buffer.from('there is room'))).toBe(hash)
    expect(await names()).toHaveLength(count)
  })

  test('storing a file again resets its age', async () => {
    const bytes = Buffer.from('again')
    const hash = await store.put(bytes)
    await utimes(path.join(folder, 'own', hash.slice(0, 2), hash.slice(2, 4), hash), earlier, earlier)
    expect(await listed(store, new Date('2001-01-01'))).toContain(hash)
    await store.put(bytes)
    expect(await listed(store, new Date('2001-01-01'))).not.toContain(hash)
  })
})

describe('an S3-compatible store', () => {
  test('lists more files than fit in one response', async () => {
    const store = s3Store({ ...settings, bucket: 'many' })
    const hashes = await Promise.all(Array.from({ length: 7 }, (_, index) => store.put(Buffer.from(`file ${index}`))))
    expect(new Set(await listed(store, later))).toEqual(new Set(hashes))
  })

  test('signs each request, and reports a failure without its body', async () => {
    const store = s3Store({ ...settings, secretAccessKey: 'another' })
    await expect(store.put(Buffer.from('x'))).rejects.toThrow('The file store answered 403')
  })

  test('is unavailable when nothing responds', async () => {
    const store = s3Store({ ...settings, endpoint: 'http://127.0.0.1:1' })
    await expect(store.read('0'.repeat(64))).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  })
})

beforeAll(() => {
  // The fake lists three names per response.
  s3.pageSize = 3
})

test('a folder is listed part by part, because a list of all files may not fit into memory', async () => {
  const many = await mkdtemp(path.join(folder, 'many-'))
  const parts = ['aa', 'bb'] as const
  const add = async (part: string, rest: string) => {
    const hash = part.padEnd(64, rest)
    await mkdir(path.join(many, part, hash.slice(2, 4)), { recursive: true })
    await writeFile(path.join(many, part, hash.slice(2, 4), hash), '')
    return hash
  }
  for (const part of parts) await add(part, '0')
  const found: string[] = []
  let added: string | undefined
  for await (const hash of folderStore(many).storedBefore(later)) {
    found.push(hash)
    added ??= await add(hash.startsWith('aa') ? 'bb' : 'aa', '1')
  }
  expect(found).toContain(added)
})
