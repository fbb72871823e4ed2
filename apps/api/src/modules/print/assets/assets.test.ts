import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { startPrintApp } from '../../../../test/print.ts'

const { config, folder, newKey, own, withKey } = await startPrintApp()

const upload = (payload: Buffer, key = own.Key, type = 'application/octet-stream', remoteAddress = '127.0.0.1') =>
  withKey({ method: 'POST', url: '/v1/assets', headers: { 'content-type': type }, payload, remoteAddress }, key)
const red = { r: 200, g: 30, b: 30 }
const picture = (width = 30, height = 20) => sharp({ create: { width, height, channels: 3, background: red } })

/** A chunk of a PNG file, with its length and checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const rgba16 = { depth: 16, colorType: 6 }
const interlaced = { ...rgba16, interlaced: true }

/** A PNG, gray by default, that claims a size, around these compressed rows. */
function claimingPng(
  width: number,
  height: number,
  rows: Buffer,
  { depth, colorType, interlaced }: { depth: number; colorType: number; interlaced?: boolean } = {
    depth: 8,
    colorType: 0,
  },
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(depth, 8)
  header.writeUInt8(colorType, 9)
  header.writeUInt8(interlaced ? 1 : 0, 12)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const font = readFileSync(
  new URL(import.meta.resolve('@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf')),
)

/** The font with different embedding rights: the field fsType of its OS/2 table. */
function withRights(fsType: number): Buffer {
  const changed = Buffer.from(font)
  const row = font.indexOf('OS/2')
  changed.writeUInt16BE(fsType, font.readUInt32BE(row + 8) + 8)
  return changed
}

const storedFiles = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  )

describe('createPrintAsset', () => {
  test.each([
    ['image/png', () => picture().png()],
    ['image/jpeg', () => picture().jpeg()],
    ['image/webp', () => picture().webp()],
    ['image/avif', () => picture().avif()],
  ] as const)('201 for %s, as this or as a file of any kind, decoded and measured', async (type, make) => {
    const bytes = await make().toBuffer()
    const answer = await upload(bytes, own.Key, type)
    expect((await upload(bytes)).json()).toEqual(answer.json())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      Id: expect.stringMatching(/^asset_[0-9A-Za-z]{20}$/),
      MediaType: type,
      Width: 30,
      Height: 20,
      Bytes: bytes.length,
    })
  })

  test('201 for a photo taken upright, measured as it is displayed', async () => {
    const answer = await upload(await picture(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect(answer.json()).toMatchObject({ Width: 20, Height: 30 })
  })

  test('201 with the same asset for the same bytes, stored as one file for all keys', async () => {
    const bytes = await picture(31).png().toBuffer()
    const first = (await upload(bytes)).json()
    const files = storedFiles().length
    expect((await upload(bytes)).json()).toEqual(first)
    const other = (await upload(bytes, (await newKey()).Key)).json()
    expect(other.Id).not.toBe(first.Id)
    expect(storedFiles()).toHaveLength(files)
  })

  test('201 for more concurrent uploads than there are database connections', async () => {
    const pictures = await Promise.all(
      Array.from({ length: config.poolMax * 2 }, (_, index) =>
        picture(100 + index)
          .png()
          .toBuffer(),
      ),
    )
    const answers = await Promise.all(pictures.map((bytes) => upload(bytes)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(pictures.map(() => 201))
  })

  test('400 for anything that is neither an image nor a font of ours', { tags: ['G10'] }, async () => {
    const gif = await picture().gif().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const bytes of [Buffer.alloc(0), gif, svg, Buffer.from('%PDF-1.7'), Buffer.from('nonsense')]) {
      const answer = await upload(bytes)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toMatchObject([{ code: 'image_type_not_allowed', allowed: expect.any(String) }])
    }
  })

  test.each([
    ['a PNG', () => picture(200, 200).png({ compressionLevel: 0 })],
    ['an interlaced PNG', () => picture(200, 200).png({ compressionLevel: 0, progressive: true })],
    ['a JPEG', () => picture(200, 200).jpeg()],
    ['a progressive JPEG', () => picture(200, 200).jpeg({ progressive: true })],
  ] as const)('400 for %s that breaks off', async (_, make) => {
    const whole = await make().toBuffer()
    const answer = await upload(whole.subarray(0, Math.floor(whole.length * 0.7)))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ code: 'image_unreadable' }])
  })

  const animation = () =>
    sharp(Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)]), {
      raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
    })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer()
  /** Its first frame is a complete image. */
  async function animatedPng() {
    const still = await picture().png().toBuffer()
    const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
    const end = still.indexOf('IDAT') - 4
    return Buffer.concat([still.subarray(0, end), control, still.subarray(end)])
  }

  test.each([
    ['an animated image', animation],
    ['an animated image', animatedPng],
    // Converting it would change its colors without a proof.
    ['a CMYK image', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ])('400 for %s', async (found, make) => {
    expect((await upload(await make())).json().errors).toMatchObject([{ code: 'image_type_not_allowed', found }])
  })

  test.each([
    ['a billion pixels', [40_000, 25_000], undefined, '1000 megapixels', /^at most 100 megapixels$/],
    ['many rows', [1, 99_999_999], undefined, '99,999,999 pixels on a side', /^at most 65,535 pixels on each side$/],
    ['a deep image', [10_000, 10_000], rgba16, '763 MB decoded', /^at most 512 MB decoded$/],
    ['an interlaced image', [10_000, 10_000], interlaced, '763 MB decoded', /^at most 256 MB decoded/],
  ] as const)(
    '400 for %s, from the header alone',
    { tags: ['G10'] },
    async (_, [width, height], kind, found, allowed) => {
      const answer = await upload(claimingPng(width, height, Buffer.from('never decoded'), kind))
      expect(answer.json().errors).toMatchObject([
        { code: 'image_too_large', found, allowed: expect.stringMatching(allowed) },
      ])
    },
  )

  test('201 for few pixels with excess data: only the pixels are decompressed', { tags: ['G10'] }, async () => {
    const answer = await upload(claimingPng(10, 10, Buffer.alloc(20 << 20)))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ Width: 10, Height: 10 })
  })

  test('415 for another media type or none, with the types to send instead', async () => {
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'image/svg+xml', 'text/plain']) {
      const answer = await upload(Buffer.from('--x'), own.Key, type)
      expect([type, answer.json()]).toMatchObject([type, { status: 415, code: 'unsupported_media_type' }])
      expect(answer.json().detail).toContain(
        'Send the file itself as the body, not a form, for example with curl --data-binary @file.',
      )
      expect(answer.json().detail).toContain('application/octet-stream, image/png, image/jpeg')
    }
    const answer = await withKey({ method: 'POST', url: '/v1/assets' }, own.Key)
    expect(answer.json()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test('201 for a font, with its own metadata', async () => {
    const answer = await upload(font)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      MediaType: 'font/ttf',
      Width: null,
      Height: null,
      Font: { Family: 'JetBrains Mono', Weight: 700, Style: 'normal', Name: 'JetBrainsMono-Bold' },
      Bytes: font.length,
    })
    expect((await upload(font)).json()).toEqual(answer.json())
  })

  test.each([
    ['may not be embedded', withRights(0x2), 'font_not_embeddable'],
    ['is truncated', font.subarray(0, 5000), 'font_unreadable'],
    ['is a collection', Buffer.from('ttcf and more'), 'font_type_not_allowed'],
    ['is a WOFF file', Buffer.from('wOFF and more'), 'font_type_not_allowed'],
  ])('400 for a font that %s', async (_, bytes, code) => {
    const answer = await upload(bytes)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ code, found: expect.any(String), remedy: expect.any(String) }])
  })

  test('400 for a PNG with more chunks than any image has, before they are read', async () => {
    const png = await picture().png().toBuffer()
    const end = 8 + 25
    const parts = Array.from({ length: 1_000 }, () => chunk('teXt', Buffer.alloc(0)))
    const answer = await upload(Buffer.concat([png.subarray(0, end), ...parts, png.subarray(end)]))
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'image_unreadable'])
    const few = await upload(Buffer.concat([png.subarray(0, end), ...parts.slice(10), png.subarray(end)]))
    expect(few.statusCode).toBe(201)
  })

  test('201 for a network while large images from another one are decoded', { tags: ['G10', 'G14'] }, async () => {
    const large = claimingPng(4_000, 4_000, Buffer.alloc(4_000 * 4_001))
    const order: string[] = []
    const uploads = [1, 2, 3, 4].map(async (n) => {
      await upload(Buffer.concat([large, Buffer.from(String(n))]), own.Key, 'image/png', '192.0.2.1')
      order.push('large')
    })
    const small = await upload(await picture(9, 9).png().toBuffer(), own.Key, 'image/png', '192.0.2.2')
    expect(small.statusCode).toBe(201)
    order.push('small')
    await Promise.all(uploads)
    // One of the two slots stays free for others, however many images one network sends.
    expect(order.at(-1)).toBe('large')
  })
})

describe('getPrintAsset', () => {
  test('200 as it was uploaded, 404 for another key', { tags: ['G11'] }, async () => {
    const uploaded = (await upload(await picture(50).png().toBuffer())).json()
    const url = `/v1/assets/${uploaded.Id}`
    const answer = await withKey({ url })
    expect([answer.statusCode, answer.json()]).toEqual([200, uploaded])
    expect((await withKey({ url }, (await newKey()).Key)).statusCode).toBe(404)
    expect((await withKey({ url: `/v1/assets/asset_${'z'.repeat(20)}` })).statusCode).toBe(404)
  })
})

describe('deletePrintAsset', () => {
  const remove = (id: string, key = own.Key) => withKey({ method: 'DELETE', url: `/v1/assets/${id}` }, key)

  test('204, and the file is deleted with the last asset that needs it', { tags: ['G11'] }, async () => {
    const bytes = await picture(51).png().toBuffer()
    const { Key } = await newKey()
    const mine = (await upload(bytes)).json().Id
    const files = storedFiles().length
    const other = (await upload(bytes, Key)).json().Id
    expect((await remove(mine, Key)).statusCode).toBe(404)
    expect((await remove(mine)).statusCode).toBe(204)
    expect(storedFiles()).toHaveLength(files)
    expect((await withKey({ url: `/v1/assets/${mine}` })).statusCode).toBe(404)
    expect((await remove(mine)).statusCode).toBe(404)
    expect((await remove(other, Key)).statusCode).toBe(204)
    expect(storedFiles()).toHaveLength(files - 1)
  })
})

describe('listPrintAssets', () => {
  test('200 newest first, a page at a time, for the key only', async () => {
    const { Key } = await newKey()
    const ids: string[] = []
    for (const width of [1, 2, 3]) ids.unshift((await upload(await picture(width).png().toBuffer(), Key)).json().Id)
    const first = await withKey({ method: 'GET', url: '/v1/assets?limit=2' }, Key)
    expect(first.statusCode).toBe(200)
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? ''
    const second = await withKey({ method: 'GET', url: next }, Key)
    expect([...first.json(), ...second.json()].map(({ Id }) => Id)).toEqual(ids)
  })
})
