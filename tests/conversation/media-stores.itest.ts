import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessagePage, OperationsStatus, StoredUpload } from '@recado/contracts'
import { newId } from '../../core/src/base/ids.ts'
import type { AppOptions } from '../../core/src/composition/app-options.ts'
import { diskBlobs } from '../../core/src/media/disk.ts'
import { moveMedia } from '../../core/src/media/move-media.ts'
import type { MediaPlace } from '../../core/src/media/media.ts'
import { bucketName, s3Blobs, type BucketBlobs } from '../../core/src/media/s3.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import { keysIn, s3ForTests, type TestS3 } from '../harness/s3.ts'

/* Files of conversations on the disk, in a bucket, and on their way between them. */

let s3: TestS3
let bucket: BucketBlobs
let app: TestApp
let agent: Person
let master: Person
let ticket: string
const node: { -readonly [Name in keyof AppOptions]?: AppOptions[Name] } = {}

beforeAll(async () => {
  s3 = await s3ForTests()
  bucket = s3Blobs(s3.settings)
  app = await testApp({ channel: 'webchat', app: node })
  agent = await app.signIn(app.a.user)
  const { owner } = app.database
  await owner`update core.user_account set is_master = true where id = ${app.a.admin.id}`
  master = await app.signIn(app.a.admin)
  const [contact, id] = [newId<never>(), newId<never>()]
  await owner`insert into core.contact ${owner({ id: contact, tenant_id: app.a.id, name: 'Nádia Prado' })}`
  await owner`
    insert into core.ticket ${owner({
      id,
      tenant_id: app.a.id,
      protocol: id,
      status: 'open',
      contact_id: contact,
      origin_id: contact,
      connection_id: app.a.connection,
      channel: 'webchat',
      chat: id,
      user_id: app.a.user.id,
    } as never)}`
  ticket = id
})
afterAll(async () => {
  await app.close()
  await s3.close()
})

const onDisk = (): string[] =>
  readdirSync(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const inBucket = () => keysIn(bucket)
const upload = async (name: string, content: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.set('media', new File([content], name))
  return agent.call<StoredUpload & { error?: string }>('POST', `/messages/${ticket}/files`, form)
}
const sent: { readonly path: string; readonly sum: string }[] = []
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A message with a file, sent as people do. */
async function send(bytes: number): Promise<void> {
  const content = randomBytes(bytes)
  const { status, body } = await upload(`${sent.length}.bin`, content)
  expect(status).toBeLessThan(300)
  await agent.ok('POST', `/messages/${ticket}`, { attachments: [body.path] })
  sent.push({ path: body.path, sum: sha256(content) })
}
async function everyFileIsThere(): Promise<void> {
  for (const { path, sum } of sent) {
    const answer = await fetch(app.base + path)
    expect(answer.status).toBe(200)
    expect(sha256(await answer.bytes())).toBe(sum)
  }
  const { messages } = await agent.ok<MessagePage>('GET', `/messages/${ticket}?limit=200`)
  expect(messages.filter(({ media }) => media.length === 1)).toHaveLength(sent.length)
}
/** As a browser that follows a link; `fetch` says for itself that it is none. */
const navigate = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(app.base + path, { headers: { 'sec-fetch-mode': 'navigate' } }, (answer) => resolve(answer.resume())).once(
      'error',
      reject,
    )
  })
const move = (to: MediaPlace) =>
  moveMedia({
    to,
    bucket,
    ownerUrl: app.database.ownerUrl,
    disk: diskBlobs(join(app.dataDir, 'media')),
    bucketName: bucketName(s3.settings),
    say: () => undefined,
  })
/** Messages with files arrive for as long as `work` takes. */
async function whileFilesArrive<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false
  const arriving = (async () => {
    do await send(30_000)
    while (!isOver)
  })()
  const outcome = await work().finally(() => (isOver = true))
  await arriving
  return outcome
}

describe('the files of an installation', () => {
  it('stay on the disk when it is given a bucket, and a node without it forbids moving them', async () => {
    await send(50_000)
    await expect(move('s3')).rejects.toThrow('S3_BUCKET')
    node.bucket = s3.settings
    await app.restart()
    await send(50_000)
    expect(onDisk()).toHaveLength(2)
    await everyFileIsThere()
  })

  it('move to the bucket while messages with files arrive', async () => {
    for (let n = 0; n < 10; n++) await send(200_000)
    await whileFilesArrive(() => move('s3'))
    await everyFileIsThere()
    // What a node that had not heard of the change wrote meanwhile was brought along before it was described.
    expect(onDisk()).toEqual([])
    expect(await inBucket()).toHaveLength(sent.length)
  })

  it('are read in the bucket by ranges, served with their guards, and removed', async () => {
    const { body } = await upload('página.html', Buffer.from('<script>alert(1)</script>'))
    const answer = await fetch(app.base + body.path, { headers: { range: 'bytes=1-6' } })
    expect(answer.status).toBe(206)
    expect(await answer.text()).toBe('script')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    await agent.ok('DELETE', `/messages/files/${body.id}`)
    expect((await inBucket()).some((key) => key.endsWith(body.id))).toBe(false)
    expect((await fetch(app.base + body.path)).status).toBe(404)
  })

  it('are downloaded from the bucket by who can reach it, and never shown from there', async () => {
    node.bucket = { ...s3.settings, publicEndpoint: s3.settings.endpoint }
    await app.restart()
    const { body } = await upload('contrato.bin', randomBytes(5_000))
    const answer = await navigate(body.path)
    expect(answer.statusCode).toBe(302)
    const there = await fetch(answer.headers.location!)
    expect(there.headers.get('content-disposition')).toContain('attachment')
    expect((await there.bytes()).length).toBe(5_000)
    // Providers and the interface itself are served here; so is what a browser shows in place.
    expect((await fetch(app.base + body.path, { redirect: 'manual' })).status).toBe(200)
    const { body: picture } = await upload('ponto.png', png)
    expect((await navigate(picture.path)).statusCode).toBe(200)
  })

  it('are refused for a while when the bucket is away, and no message is lost', async () => {
    await s3.stop()
    try {
      expect(await upload('a.bin', randomBytes(10))).toMatchObject({ status: 503, body: { error: 'ERR_UNAVAILABLE' } })
      expect((await fetch(app.base + sent[0]!.path)).status).toBe(503)
      await agent.ok('POST', `/messages/${ticket}`, { body: 'Sem arquivo' })
      const { information } = (await (await fetch(`${app.base}/readyz`)).json()) as { information: object }
      expect(information).toMatchObject({ files: 'down' })
      const { alarms } = await master.ok<OperationsStatus>('GET', '/operations/status')
      expect(alarms).toContainEqual({ severity: 'error', kind: 'filesAway' })
    } finally {
      await s3.start()
    }
    await send(10_000)
    await everyFileIsThere()
  })

  it('move back to the disk, after a move that was ended halfway', async () => {
    const [first] = await inBucket()
    // A move that ended after copying: the copy is found, compared and kept.
    await diskBlobs(join(app.dataDir, 'media')).write(first!, await bucket.read(first!))
    await whileFilesArrive(() => move('disk'))
    await everyFileIsThere()
    expect(await inBucket()).toEqual([])
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
