import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

interface Message {
  readonly id: string
  readonly content: string
  readonly files: readonly { readonly id: string; readonly path: string }[]
}
interface Found {
  readonly messages: readonly { readonly id: string }[]
}

const base = '/p/internal-chat'
let node: TestApp
let [ana, ugo, bia, rui]: Person[] = []
beforeAll(async () => {
  node = await testApp()
  ;[ana, ugo, bia, rui] = await Promise.all(
    [node.a.admin, node.a.user, node.b.admin, node.b.user].map((user) => node.signIn(user)),
  )
})
afterAll(() => node.close())

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)
const keep = (person: Person, keepDays: number) =>
  person.ok('PUT', '/api/plugins/internal-chat', { settings: { keepDays } })
const direct = (person: Person, userId: string) => person.ok<{ id: string }>('POST', `${base}/chats`, { userId })
const say = (person: Person, chat: string, content: string, files: readonly string[] = []) =>
  person.ok<Message>('POST', `${base}/chats/${chat}/messages`, { key: randomUUID(), content, files })
async function upload(person: Person, chat: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([png]), 'planta.png')
  return (await person.call<{ id: string }>('POST', `${base}/chats/${chat}/files`, form)).body.id
}
const found = async (person: Person, word: string) =>
  (await person.ok<Found>('GET', `${base}/search?searchParam=${word}`)).messages.map(({ id }) => id)
const read = (person: Person, chat: string) =>
  person.ok<{ messages: Message[] }>('GET', `${base}/chats/${chat}/messages`)
const statusOf = async ({ files: [file] }: Message) => (await fetch(node.base + file!.path)).status

/** So many days go by: what is there is older by as much, and so is when it was let go. */
async function daysGoBy(days: number): Promise<void> {
  const { owner } = node.database
  for (const table of ['plg_internal_chat.message', 'plg_internal_chat.file', 'core.upload'])
    await owner.unsafe(`update ${table} set created_at = created_at - interval '${days} days'`)
}
/** The night comes: what a company put off until then is done, which puts off the next night. */
async function nightComes(tenant: string): Promise<void> {
  const { owner } = node.database
  const due = await owner<{ id: string }[]>`
    update graphile_worker._private_jobs set run_at = now()
     where key like '%sweep-%' and payload::text like ${`%${tenant}%`} and run_at > now() returning id::text`
  expect(due).toHaveLength(1)
  await eventually(
    () => owner`select from graphile_worker._private_jobs where id = ${due[0]!.id}`,
    (left) => left.length === 0,
    30_000,
  )
}

describe('messages that a company keeps for a time', () => {
  test('stay for ever unless an administrator sets a time, which nobody else does', async () => {
    expect((await ugo!.call('PUT', '/api/plugins/internal-chat', { settings: { keepDays: 1 } })).status).toBe(403)
    for (const keepDays of [-1, 3_651, 1.5, 'x'])
      expect(await ana!.refused('PUT', '/api/plugins/internal-chat', { settings: { keepDays } })).toMatch(/^422/)
    const chat = await direct(rui!, node.b.admin.id)
    const message = await say(rui!, chat.id, 'antiga')
    await daysGoBy(4_000)
    const { owner } = node.database
    expect(await owner`select from graphile_worker._private_jobs where key like '%sweep-%'`).toHaveLength(0)
    expect(await found(bia!, 'antiga')).toEqual([message.id])
  })

  test('go with their files, threads and what the search finds, in the night after the time was set', async () => {
    const chat = await direct(ana!, node.a.user.id)
    const old = await say(ana!, chat.id, 'orçamento velho', [await upload(ana!, chat.id)])
    const thread = await ugo!.ok<{ id: string }>('POST', `${base}/messages/${old.id}/thread`)
    const answer = await say(ugo!, thread.id, 'resposta velha', [await upload(ugo!, thread.id)])
    const unsent = await upload(ana!, chat.id)
    await daysGoBy(31)
    const kept = await say(ugo!, chat.id, 'orçamento novo', [await upload(ugo!, chat.id)])
    expect(await statusOf(old)).toBe(200)

    // Nobody writes after that.
    await keep(ana!, 30)
    await nightComes(node.a.id)
    expect((await read(ugo!, chat.id)).messages.map(({ id }) => id)).toEqual([kept.id])
    expect(await found(ana!, 'or%C3%A7amento')).toEqual([kept.id])
    expect(await found(ana!, 'resposta')).toEqual([])
    expect((await ana!.call('GET', `${base}/messages/${answer.id}`)).status).toBe(404)
    expect((await ana!.call('GET', `${base}/chats/${thread.id}`)).status).toBe(404)

    await daysGoBy(2)
    await node.app.sweepUploads()
    for (const gone of [old, answer]) expect(await statusOf(gone)).toBe(404)
    const { owner } = node.database
    expect(await owner`select from core.media where id = ${unsent}`).toHaveLength(0)
    expect(await statusOf(kept)).toBe(200)
    // The other company has set nothing.
    expect(await found(bia!, 'antiga')).toHaveLength(1)
  })

  test('go night after night while the time is set, and stay once it is not', async () => {
    await daysGoBy(31)
    await nightComes(node.a.id)
    expect(await found(ana!, 'novo')).toEqual([])
    const chat = await direct(ana!, node.a.user.id)
    const { id } = await say(ana!, chat.id, 'para sempre')
    await keep(ana!, 0)
    await daysGoBy(31)
    await nightComes(node.a.id)
    expect(await found(ana!, 'sempre')).toEqual([id])
    const { owner } = node.database
    expect(await owner`select from graphile_worker._private_jobs where key like '%sweep-%'`).toHaveLength(0)
  })

  test('the file of a message that its author deletes goes as well', async () => {
    const chat = await direct(ana!, node.a.user.id)
    const message = await say(ana!, chat.id, '', [await upload(ana!, chat.id)])
    await ana!.ok('DELETE', `${base}/messages/${message.id}`)
    await daysGoBy(2)
    await node.app.sweepUploads()
    expect(await statusOf(message)).toBe(404)
  })

  test('files of messages that went before plugins could let them go are looked at once more', async () => {
    const chat = await direct(ana!, node.a.user.id)
    const lost = await say(ana!, chat.id, '', [await upload(ana!, chat.id)])
    const kept = await say(ana!, chat.id, 'fica', [await upload(ana!, chat.id)])
    const { owner } = node.database
    // As it was left by the versions before: the row is gone, and nobody told the sweep.
    await daysGoBy(2)
    await node.app.sweepUploads()
    await owner`delete from plg_internal_chat.file where message_id = ${lost.id}`
    await owner`update core.media set created_at = created_at - interval '2 days'`
    await node.app.sweepUploads()
    expect(await statusOf(lost)).toBe(200)

    const migration = '../../core/src/db/migrations/0041-files-let-go-before.sql'
    await owner.begin(async (sql) => sql.unsafe(await readFile(join(import.meta.dirname, migration), 'utf8')))
    expect((await owner`select media_id from core.upload`).map((row) => row['media_id'])).toEqual([lost.files[0]!.id])
    await node.app.sweepUploads()
    expect(await statusOf(lost)).toBe(200)
    await daysGoBy(2)
    await node.app.sweepUploads()
    expect(await statusOf(lost)).toBe(404)
    expect(await statusOf(kept)).toBe(200)
  })
})
