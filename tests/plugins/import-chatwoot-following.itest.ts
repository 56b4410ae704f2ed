import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SimulatedConversation, SimulatedMessage } from '../../plugins/import/simulator/account.ts'
import { ChatwootSimulator } from '../../plugins/import/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, saveSource, type Run } from './import-rig.ts'

interface FollowingRun extends Run {
  readonly caughtUpAt: string | null
  readonly followError: string | null
}
let world: HookWorld
let chatwoot: ChatwootSimulator
let ana: Person
let run: FollowingRun
beforeAll(async () => {
  const plugins = ['import', 'quick-messages'].map((name) =>
    pluginFolder(join(import.meta.dirname, `../../plugins/${name}`)),
  )
  world = await hookWorld({}, plugins)
  ana = await world.signIn(world.a.admin)
  chatwoot = await ChatwootSimulator.start({ agentEmail: world.a.user.email })
  await saveSource(ana, source())
})
afterAll(async () => {
  await world.close()
  await chatwoot.close()
})

const source = () => ({ url: chatwoot.url, account: 1, token: 'simulated-token' })
const mapping = () => ({
  from: 'chatwoot',
  connections: { 1: world.channel.connectionId, 2: world.channel.connectionId },
  users: { 7: world.a.user.id },
  follow: true,
})
const read = async (): Promise<FollowingRun> =>
  (await ana.ok<{ run: FollowingRun }>('GET', `/p/import/runs/${run.id}`)).run
/** Looks at once, and waits for the end of that pass. */
async function looked(): Promise<FollowingRun> {
  const { caughtUpAt, followError } = await read()
  await ana.ok('POST', `/p/import/runs/${run.id}/look`)
  return eventually(
    read,
    (now) => now.caughtUpAt !== caughtUpAt || (now.followError !== null && followError === null),
    60_000,
  )
}
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const conversation = async (name: string) =>
  (await ana.ok<TicketPage>('GET', everything)).tickets.find((ticket) => ticket.name === name)
const said = async (name: string): Promise<MessagePage['messages']> =>
  (await ana.ok<MessagePage>('GET', `/messages/${(await conversation(name))!.id}`)).messages
const told = () => world.database.owner`
  select name, count(*)::integer as times from (
    select tenant_id, name from bus.log union all select tenant_id, name from bus.outbox) e
   where tenant_id = ${world.a.id} and name not like 'plugin.%' group by name order by name`

const later = Date.UTC(2024, 4, 1, 12) / 1_000
let lastMessage = 10_000
const message = (content: string, more: Partial<SimulatedMessage> = {}): SimulatedMessage => ({
  id: ++lastMessage,
  content,
  message_type: 0,
  private: false,
  created_at: later + lastMessage,
  content_attributes: {},
  ...more,
})
/** Changes a conversation of the account. */
function change(id: number, more: Partial<SimulatedConversation>, ...messages: SimulatedMessage[]): void {
  const { conversations } = chatwoot.account
  const at = conversations.findIndex((one) => one.id === id)
  const before = conversations[at]!
  const last_activity_at = messages.at(-1)?.created_at ?? later + ++lastMessage
  conversations[at] = { ...before, last_activity_at, ...more, messages: [...before.messages, ...messages] }
}
const asked = (since: number) => chatwoot.requests.slice(since).map(({ url }) => url.pathname + url.search)

describe('an import that follows Chatwoot', () => {
  it('goes on after its end', async () => {
    run = (await beginImport(ana, { mapping: mapping(), isRehearsal: false })) as FollowingRun
    const caughtUp = await eventually(read, ({ state }) => state !== 'running', 120_000)
    expect(caughtUp).toMatchObject({ state: 'following', error: null, followError: null })
    expect(caughtUp.counts).toMatchObject({ contact: { made: 41 }, ticket: { made: 41 }, quickMessage: { made: 2 } })
    const again = await looked()
    expect(again.counts).toEqual(caughtUp.counts)
    expect(again.problems).toEqual(caughtUp.problems)
  })

  it('brings what is new and what changed there, once, and tells nobody', async () => {
    const events = await told()
    const before = await read()
    const { contacts, conversations, cannedResponses } = chatwoot.account
    const contact = {
      id: 41,
      name: 'Chegou depois',
      email: null,
      phone_number: '+5511987659999',
      created_at: later,
    }
    contacts.push(contact)
    conversations.push({
      ...conversations[3]!,
      id: 42,
      contact,
      created_at: later,
      last_activity_at: later + 60,
      messages: [message('Oi, de novo', { created_at: later + 60 })],
    })
    const first = message('E o pedido?')
    // More than one answer holds, and an answer to the first of them.
    const many = Array.from({ length: 30 }, (_, at) => message(`Recado ${at + 1}`))
    change(5, { status: 'resolved' }, first, ...many)
    change(5, {}, message('Já sai', { message_type: 1, content_attributes: { in_reply_to: first.id } }))
    change(12, { assignee: 7 })
    cannedResponses[1]!.content = 'Chave nova'
    expect(await conversation('Cliente 12')).toMatchObject({ userId: null })
    const now = await looked()
    expect(now).toMatchObject({ state: 'following', followError: null, read: before.read })
    expect(now.counts).toMatchObject({
      contact: { made: 42 },
      ticket: { made: 42 },
      message: { made: before.counts['message']!.made + 33 },
      quickMessage: { made: 2, changed: 1 },
    })
    expect((await said('Chegou depois')).map(({ body }) => body)).toEqual(['Oi, de novo'])
    const all = await said('Cliente 5')
    const answer = all.find(({ body }) => body === 'Já sai')!
    expect(answer.quotedMsgId).toBe((await named('Cliente 5', 'E o pedido?')).id)
    expect(await conversation('Cliente 12')).toMatchObject({ userId: world.a.user.id })
    expect((await looked()).counts).toEqual(now.counts)
    expect(await told()).toEqual(events)
  })

  it('reads of a pass without news a few pages alone', async () => {
    const since = chatwoot.requests.length
    await looked()
    const paths = asked(since)
    expect(paths.length).toBeLessThan(40)
    // Of 42 conversations those alone in which something happened since.
    const read = new Set(paths.flatMap((path) => /conversations\/(\d+)\/messages/.exec(path)?.[1] ?? []))
    expect(read.size).toBeLessThanOrEqual(4)
  })

  it('waits when it is told to, and says when the old system is away', async () => {
    chatwoot.faults.plan('messages', { status: 429, retryAfter: 1 })
    change(6, {}, message('Depois da pausa'))
    expect(await looked()).toMatchObject({ state: 'following', followError: null })
    expect((await said('Cliente 6')).map(({ body }) => body)).toContain('Depois da pausa')
    chatwoot.tokens.delete('simulated-token')
    expect(await looked()).toMatchObject({ state: 'following', followError: 'ERR_IMPORT_CONNECTION' })
    chatwoot.tokens.add('simulated-token')
    change(6, {}, message('Enquanto isso'))
    expect(await looked()).toMatchObject({ state: 'following', followError: null })
    expect((await said('Cliente 6')).map(({ body }) => body)).toContain('Enquanto isso')
  })

  it('is switched off and taken back as a whole with all that followed', async () => {
    expect(await ana.ok('POST', `/p/import/runs/${run.id}/stop`)).toMatchObject({ state: 'done' })
    await ana.ok('POST', `/p/import/runs/${run.id}/undo`)
    await eventually(read, ({ state }) => state === 'undone', 120_000)
    expect((await ana.ok<TicketPage>('GET', everything)).tickets).toEqual([])
    expect(await ana.ok<unknown[]>('GET', '/fastreply')).toEqual([])
  })
})

/** A message of somebody's conversation, on whatever page. */
async function named(name: string, body: string): Promise<MessagePage['messages'][number]> {
  const { id } = (await conversation(name))!
  for (let page = 1; page < 20; page++) {
    const { messages } = await ana.ok<MessagePage>('GET', `/messages/${id}?pageNumber=${page}`)
    const found = messages.find((message) => message.body === body)
    if (found) return found
    if (messages.length === 0) break
  }
  throw new Error(`nobody said ${body}`)
}
