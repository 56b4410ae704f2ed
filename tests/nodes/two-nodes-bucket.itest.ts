import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Blobs } from '../../core/src/media/s3.ts'
import { Person, testApp, type TestApp } from '../harness/app.ts'
import { natsForTests } from '../harness/nats.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { keysIn, s3ForTests, type TestS3 } from '../harness/s3.ts'
import { secondNode, type SecondNode } from '../harness/second-node.ts'

/* Two nodes with disks of their own, and one bucket for the files of both: those of a chat of the team. */

interface ChatFile {
  readonly id: string
  readonly path: string
}
const nats = await natsForTests()
const chats = '/p/internal-chat/chats'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe.runIf(nats !== undefined)('the files of two nodes in one bucket', () => {
  let s3: TestS3
  let world: TestApp
  let second: SecondNode
  let here: Person
  let there: Person
  let chat: string
  beforeAll(async () => {
    s3 = await s3ForTests()
    const pluginFolders = [pluginFolder(join(import.meta.dirname, '../../plugins/internal-chat'))]
    world = await testApp({ pluginFolders, app: { natsUrl: nats!.url, bucket: s3.settings } })
    second = await secondNode(world.database, { natsUrl: nats!.url, bucket: s3.settings, pluginFolders })
    here = await world.signIn(world.a.admin)
    there = new Person(second.base, (await world.signIn(world.a.user)).login)
    chat = (await here.ok<{ id: string }>('POST', chats, { userId: world.a.user.id })).id
  })
  afterAll(async () => {
    there.close()
    await second.close()
    await world.close()
    await s3.close()
  })

  const filesIn = (folder: string): string[] => {
    const media = join(folder, 'media')
    if (!existsSync(media)) return []
    return readdirSync(media, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  }
  const sums: string[] = []
  const formOf = (content: Uint8Array<ArrayBuffer>): FormData => {
    const form = new FormData()
    form.set('file', new File([content], 'relatório.bin'))
    return form
  }
  /** A message with a file, as people send it at a node. */
  async function send(person: Person): Promise<void> {
    const content = randomBytes(40_000)
    const { id } = await person.ok<ChatFile>('POST', `${chats}/${chat}/files`, formOf(content))
    await person.ok('POST', `${chats}/${chat}/messages`, { key: randomUUID(), content: '', files: [id] })
    sums.push(sha256(content))
  }
  /** Sums of all files of the chat, as a node lists and serves them. */
  async function servedAt(person: Person, base: string): Promise<string[]> {
    const { messages } = await person.ok<{ messages: { files: ChatFile[] }[] }>('GET', `${chats}/${chat}/messages`)
    return Promise.all(
      messages
        .flatMap(({ files }) => files)
        .map(async ({ path }) => {
          const answer = await fetch(new URL(path, base))
          expect(answer.status).toBe(200)
          return sha256(await answer.bytes())
        }),
    )
  }

  it('are served by either, whoever took them, and lie on the disk of neither', async () => {
    for (let n = 0; n < 4; n++) {
      await send(here)
      await send(there)
    }
    expect((await servedAt(here, world.base)).toSorted()).toEqual(sums.toSorted())
    expect((await servedAt(there, second.base)).toSorted()).toEqual(sums.toSorted())
    expect([filesIn(world.dataDir), filesIn(second.dataDir)]).toEqual([[], []])
    expect(await keysIn(s3Blobs(s3.settings))).toHaveLength(sums.length)
  })

  it('are refused by both while the bucket is away, and taken by both after it', async () => {
    await s3.stop()
    try {
      for (const person of [here, there])
        expect(await person.call('POST', `${chats}/${chat}/files`, formOf(randomBytes(10)))).toMatchObject({
          status: 503,
          body: { error: 'ERR_UNAVAILABLE' },
        })
    } finally {
      await s3.start()
    }
    await send(there)
    expect((await servedAt(here, world.base)).toSorted()).toEqual(sums.toSorted())
  })

  it('stay when the node that took them is gone with its disk', async () => {
    await second.close()
    expect((await servedAt(here, world.base)).toSorted()).toEqual(sums.toSorted())
  })
})
