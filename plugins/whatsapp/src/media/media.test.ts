import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decryptMedia, encryptMedia } from '../../simulator/media.ts'
import { decrypted, openFile } from './download.ts'
import { readRef, refOf, type FileReference } from './reference.ts'
import { encrypted } from './upload.ts'

const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
const key = randomBytes(32)
const reference = (sealed: Uint8Array): FileReference => ({
  t: 'image',
  u: 'https://mmg.whatsapp.net/x',
  k: key.toString('base64'),
  e: createHash('sha256').update(sealed).digest('base64'),
})
const content = fc.uint8Array({ maxLength: 400 })
const pieces = fc.integer({ min: 1, max: 70 })

describe('a file', () => {
  it('is the same after it was encrypted and decrypted, in whatever pieces it comes', async () => {
    await fc.assert(
      fc.asyncProperty(content, pieces, pieces, async (plain, one, other) => {
        const sealed = await bytesOf(encrypted('image', key, inPieces(plain, one)))
        expect(await bytesOf(decrypted(inPieces(sealed, other), reference(sealed)))).toEqual(Buffer.from(plain))
      }),
    )
  })

  it('ends with an error when a byte of it was changed', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.nat(), async (plain, at) => {
        const sealed = await bytesOf(encrypted('image', key, inPieces(plain, 64)))
        const { e: _, ...known } = reference(sealed)
        const index = at % sealed.length
        sealed[index] = sealed[index]! ^ 1
        await expect(bytesOf(decrypted(inPieces(sealed, 33), known))).rejects.toThrow()
      }),
    )
  })

  it('is encrypted as the other side does it', async () => {
    const plain = randomBytes(1_000)
    const sealed = await bytesOf(encrypted('document', key, inPieces(plain, 100)))
    expect(Buffer.from(decryptMedia(sealed, key, 'document'))).toEqual(plain)
    const theirs = encryptMedia(plain, 'audio')
    const found = readRef(refOf('audio', { ...theirs, url: 'https://mmg.whatsapp.net/x' })!)!
    expect(await bytesOf(decrypted(inPieces(theirs.encrypted, 7), found))).toEqual(plain)
  })

  it('is fetched from hosts of WhatsApp alone', async () => {
    const asked: string[] = []
    const way = {
      fetch: async (address: unknown) => {
        asked.push(String(address))
        return new Response('', { status: 410 })
      },
      standIn: undefined,
    } as never
    const open = (u: string) => openFile({ t: 'image', u, k: key.toString('base64') }, way, AbortSignal.timeout(1_000))
    for (const address of [
      'http://mmg.whatsapp.net/x',
      'https://mmg.whatsapp.net.evil.test/x',
      'https://169.254.169.254/x',
    ])
      await expect(open(address)).rejects.toMatchObject({ code: 'HOST' })
    await expect(open('https://media-gru1-1.cdn.whatsapp.net/x')).rejects.toMatchObject({
      code: '410',
      kind: 'notFound',
    })
    expect(asked).toEqual(['https://media-gru1-1.cdn.whatsapp.net/x'])
  })

  it('has no reference without its key, or with fields that no file has', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (field, text) => {
        expect(() => readRef(text)).not.toThrow()
        expect(refOf('image', { mediaKey: field as Uint8Array, url: text })).toBeUndefined()
      }),
    )
  })
})
