import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keysIn, s3ForTests, type TestS3 } from '../../../tests/harness/s3.ts'
import { MissingBlob } from './media.ts'
import { s3Blobs, type BucketBlobs } from './s3.ts'

let server: TestS3
let blobs: BucketBlobs
beforeAll(async () => {
  server = await s3ForTests()
  blobs = s3Blobs(server.settings)
})
afterAll(() => server.close())

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}
const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> =>
  Buffer.from(await new Response(await blobs.read(key, range)).arrayBuffer())
const keys = () => keysIn(blobs)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it('keeps what is written, whole and by ranges, until it is removed', async () => {
  const small = randomBytes(100_000)
  expect(await blobs.write('t-1/small', pieces(small))).toEqual({ bytes: small.length })
  expect(await read('t-1/small')).toEqual(small)
  expect(await read('t-1/small', { start: 10, end: 19 })).toEqual(small.subarray(10, 20))
  expect(await blobs.size('t-1/small')).toBe(small.length)
  expect(await keys()).toEqual(['t-1/small'])
  await blobs.remove('t-1/small')
  await blobs.remove('t-1/small')
  expect(await blobs.size('t-1/small')).toBeUndefined()
  await expect(blobs.read('t-1/small')).rejects.toBeInstanceOf(MissingBlob)
})

it('streams a large file in parts', async () => {
  const large = randomBytes(20_000_000)
  expect(await blobs.write('t-1/large', pieces(large))).toEqual({ bytes: large.length })
  expect(sha256(await read('t-1/large'))).toBe(sha256(large))
  await blobs.remove('t-1/large')
})

it('keeps an empty file', async () => {
  expect(await blobs.write('t-1/empty', pieces(new Uint8Array()))).toEqual({ bytes: 0 })
  expect(await blobs.size('t-1/empty')).toBe(0)
  await blobs.remove('t-1/empty')
})

it('leaves nothing of a source that fails, small or in parts, and passes its failure on', async () => {
  const failing = async function* (bytes: number) {
    yield* pieces(randomBytes(bytes))
    throw new Error('the sender is gone')
  }
  for (const bytes of [1_000, 9_000_000, 20_000_000])
    await expect(blobs.write('t-1/broken', failing(bytes))).rejects.toThrow('the sender is gone')
  expect(await keys()).toEqual([])
})

it('signs addresses that download a file as one, whatever it is', async () => {
  const reached = s3Blobs({ ...server.settings, publicEndpoint: server.settings.endpoint })
  await blobs.write('t-1/page', pieces(Buffer.from('<script>1</script>')))
  const answer = await fetch((await reached.downloadAddress('t-1/page', 'attachment; filename="p.html"'))!)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="p.html"')
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  const unsigned = await fetch(`${server.settings.endpoint}/${server.settings.bucket}/t-1/page`)
  expect(unsigned.headers.get('content-disposition')).toBe('attachment')
  await blobs.remove('t-1/page')
})

it('is not there while the server is away, and is again afterwards', async () => {
  await blobs.write('t-1/kept', pieces(Buffer.from('kept')))
  await server.stop()
  try {
    await expect(blobs.check()).rejects.toThrow()
    await expect(blobs.read('t-1/kept')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await expect(blobs.write('t-1/new', pieces(randomBytes(1_000)))).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
    await expect(blobs.remove('t-1/kept')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  } finally {
    await server.start()
  }
  await blobs.check()
  expect((await read('t-1/kept')).toString()).toBe('kept')
})
