import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { hasFfmpeg } from '../../../tests/harness/ffmpeg.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { systemClock } from '../clock.ts'
import { diskBlobs } from './disk.ts'
import { createMediaStore } from './store.ts'
import { ffmpegTranscoder } from './transcode.ts'

/** A second of a tone, as a program that records without compressing writes it. */
function wav(): Buffer {
  const rate = 8_000
  const samples = Buffer.alloc(rate * 2)
  for (let at = 0; at < rate; at++) samples.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * 12_000), at * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

const installed = hasFfmpeg()
let database: TestDatabase
let a: TestTenant
let folder: string
let media: ReturnType<typeof createMediaStore>
beforeAll(async () => {
  database = await testDatabase()
  ;({ a } = await twoTenants(database.owner))
  folder = await mkdtemp(join(tmpdir(), 'recado-media-'))
  media = createMediaStore({ db: database.db, blobs: diskBlobs(folder), secret: 'a secret of an installation, long enough', clock: systemClock })
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

describe.skipIf(!installed)('with ffmpeg', () => {
  test('a recording becomes what the channel takes', async () => {
    const recorded = await media.put(a.id, wav(), { name: 'recado.wav' })
    const converted = await ffmpegTranscoder({ media }).convert(a.id, recorded, 'audio/ogg')
    expect(converted).toMatchObject({ mime: 'audio/ogg; codecs=opus', name: 'recado.ogg' })
    expect(converted!.bytes).toBeLessThan(recorded.bytes)
  })

  test('what is no recording cannot be converted, and leaves nothing', async () => {
    const text = await media.put(a.id, Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), { name: 'list.m3u8' })
    expect(await ffmpegTranscoder({ media }).convert(a.id, text, 'audio/ogg')).toBeUndefined()
    const recorded = await media.put(a.id, wav(), {})
    expect(await ffmpegTranscoder({ media }).convert(a.id, recorded, 'application/x-unheard-of')).toBeUndefined()
  })
})

test('without ffmpeg nothing is converted', async () => {
  const recorded = await media.put(a.id, wav(), {})
  expect(await ffmpegTranscoder({ media, program: '/nonexistent/ffmpeg' }).convert(a.id, recorded, 'audio/ogg')).toBeUndefined()
})
