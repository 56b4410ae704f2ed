import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { hasFfmpeg } from '../../../tests/harness/ffmpeg.ts'
import { wav } from '../../../tests/harness/recording.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { systemClock } from '../base/clock.ts'
import { diskBlobs } from './disk.ts'
import { diskAlone } from './placed-blobs.ts'
import { createMediaStore } from './store.ts'
import { ffmpegTranscoder } from './transcode.ts'

const installed = hasFfmpeg()
let database: TestDatabase
let a: TestTenant
let folder: string
let media: ReturnType<typeof createMediaStore>
beforeAll(async () => {
  database = await testDatabase()
  ;({ a } = await twoTenants(database.owner))
  folder = await mkdtemp(join(tmpdir(), 'recado-media-'))
  media = createMediaStore({
    db: database.db,
    blobs: diskAlone(diskBlobs(folder)),
    secret: 'a secret of an installation, long enough',
    clock: systemClock,
  })
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

  test('it is told how long and how loud a recording is', async () => {
    const recorded = await media.put(a.id, wav(), { name: 'recado.wav' })
    const { seconds, waveform } = (await ffmpegTranscoder({ media }).listen(a.id, recorded))!
    expect(seconds).toBeCloseTo(1, 1)
    expect(waveform).toHaveLength(64)
    expect(Math.min(...waveform)).toBeGreaterThan(90)
    const text = await media.put(a.id, Buffer.from('no sound'), { name: 'x.txt' })
    expect(await ffmpegTranscoder({ media }).listen(a.id, text)).toBeUndefined()
  })

  test('what is no recording cannot be converted, and leaves nothing', async () => {
    const text = await media.put(a.id, Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), { name: 'list.m3u8' })
    expect(await ffmpegTranscoder({ media }).convert(a.id, text, 'audio/ogg')).toBeUndefined()
    const recorded = await media.put(a.id, wav(), {})
    expect(await ffmpegTranscoder({ media }).convert(a.id, recorded, 'application/x-unheard-of')).toBeUndefined()
  })

  test('a list that names a recording of somebody else is none', async () => {
    const theirs = join(folder, 'theirs.wav')
    await writeFile(theirs, wav())
    for (const list of [
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${theirs}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile ${theirs}\n`,
    ]) {
      const given = await media.put(a.id, Buffer.from(list), {})
      expect(await ffmpegTranscoder({ media }).convert(a.id, given, 'audio/ogg')).toBeUndefined()
    }
  })
})

test('without ffmpeg nothing is converted', async () => {
  const recorded = await media.put(a.id, wav(), {})
  expect(
    await ffmpegTranscoder({ media, program: '/nonexistent/ffmpeg' }).convert(a.id, recorded, 'audio/ogg'),
  ).toBeUndefined()
})
