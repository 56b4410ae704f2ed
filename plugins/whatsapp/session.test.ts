import { mint, type ExternalChatId, type SendKey, type SessionState } from '@recado/sdk'
import { testConnection, type TestConnection } from '@recado/sdk/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pastOf } from './simulator/past.ts'
import { WhatsappSimulator } from './simulator/whatsapp.ts'
import { whatsapp } from './src/channel/capabilities.ts'
import { whatsappChannel } from './src/channel/channel.ts'
import type { WhatsappConfig } from './src/channel/config.ts'

type Session = Awaited<ReturnType<typeof whatsappChannel.open>>

const number = '5511999990000'
let simulator: WhatsappSimulator
let world: TestConnection<WhatsappConfig>
let session: Session | undefined
beforeEach(async () => {
  simulator ??= await WhatsappSimulator.start()
  world = testConnection<WhatsappConfig>({
    spec: whatsapp,
    config: { server: simulator.url, rejectCalls: false, groups: true, updates: false },
  })
})
afterEach(async () => {
  await session?.[Symbol.asyncDispose]()
  session = undefined
})

/** The first state that fits, of those that were said and will be. */
const state = (fits: (state: SessionState) => boolean): Promise<SessionState> =>
  expect
    .poll(() => world.states.findLast(fits), { timeout: 10_000, interval: 10 })
    .toBeDefined()
    .then(() => world.states.findLast(fits)!)
const event = (fits: (event: (typeof world.events)[number]) => boolean) =>
  expect
    .poll(() => world.events.find(fits), { timeout: 10_000, interval: 10 })
    .toBeDefined()
    .then(() => world.events.find(fits)!)

async function linked(): Promise<Session> {
  const open = await scanned()
  await state((one) => one.state === 'connected')
  return open
}

async function scanned(by = number): Promise<Session> {
  session = await whatsappChannel.open(world.ctx)
  const shown = await state((one) => one.state === 'needsAction' && one.qr !== undefined)
  simulator.scan(simulator.account(by), (shown as { qr: string }).qr)
  return session
}

async function collected<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}

describe('a session', () => {
  it('is linked by a code, hears and answers', async () => {
    const open = await linked()
    const maria = simulator.person('Maria', '5511988887777')
    simulator.phone(maria, simulator.account(number)).say('Bom dia')
    expect(await event((one) => one.type === 'message')).toMatchObject({
      chat: maria.jid,
      sender: { name: 'Maria', phone: '+5511988887777', aliases: [maria.lidJid] },
      parts: [{ kind: 'text', text: 'Bom dia' }],
      origin: 'live',
    })
    const result = await open.send(
      {
        key: mint<SendKey>('one'),
        chat: mint<ExternalChatId>(maria.jid),
        parts: [{ kind: 'text', text: '**Olá**', format: 'markdown' }],
        attempt: 1,
      },
      AbortSignal.timeout(10_000),
    )
    const sent = await simulator.sentMessage(() => true)
    expect(sent.content.extendedTextMessage?.text).toBe('*Olá*')
    expect(result).toMatchObject({ status: 'sent', ids: [`${sent.id};me`] })
    simulator.phone(maria, simulator.account(number)).receipt([sent.id], 'read')
    expect(await event((one) => one.type === 'receipt' && one.state === 'read')).toMatchObject({
      target: `${sent.id};me`,
    })
  })

  it('hears one person under number and id', async () => {
    await linked()
    const maria = simulator.person('Rita', '5511988881111')
    const phone = simulator.phone(maria, simulator.account(number))
    phone.say('um', { by: 'lid' })
    await event((one) => one.type === 'message' && one.sender.name === 'Rita')
    phone.say('dois', { by: 'lid', tellsNumber: false })
    await event((one) => one.type === 'message' && one.parts[0].kind === 'text' && one.parts[0].text === 'dois')
    expect(new Set(world.events.flatMap((one) => (one.type === 'message' ? [one.chat, one.sender.id] : [])))).toEqual(
      new Set([maria.jid]),
    )
  })

  it('keeps where the past lies, and reads it page by page, also after a restart', async () => {
    const account = simulator.account(number)
    const people = Array.from({ length: 3 }, (_, index) => simulator.person(`Past ${index}`, `551197000000${index}`))
    const said = Array.from({ length: 700 }, (_, index) => ({
      id: `PAST${index}`,
      with: people[index % 3]!,
      at: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
      own: index % 2 === 1,
      content: { conversation: `past ${index}` },
    }))
    account.past = pastOf(account, said, 300)
    const query = { since: new Date(Date.UTC(2026, 0, 1)), until: new Date(Date.UTC(2026, 1, 1)), groups: true }
    const open = await linked()
    const pages = await collected(open.backfill!(query, AbortSignal.timeout(20_000)))
    const ids = pages.flatMap(({ events }) => events.map(({ id }) => id.split(';')[0]))
    expect(ids.toSorted()).toEqual(said.map(({ id }) => id).toSorted())
    expect(pages.at(-1)!.progress).toBe(1)
    expect(pages.every(({ events }) => events.length <= 200)).toBe(true)
    expect(world.events.filter((one) => one.type === 'message')).toEqual([])
    const contacts = (await collected(open.listContacts!({}, AbortSignal.timeout(20_000)))).flatMap(
      (page) => page.contacts,
    )
    expect(contacts.map(({ id, name }) => [id, name])).toEqual(people.map(({ jid, name }) => [jid, name]))
    await open[Symbol.asyncDispose]()
    session = await whatsappChannel.open(world.ctx)
    const rest = await collected(session.backfill!({ ...query, cursor: pages[1]!.cursor }, AbortSignal.timeout(20_000)))
    expect(rest.flatMap(({ events }) => events.map(({ id }) => id))).toEqual(
      pages.slice(2).flatMap(({ events }) => events.map(({ id }) => id)),
    )
  })

  it('confirms a piece of the past once it is stored: one that was not comes again', async () => {
    const account = simulator.account('5511999990001')
    const person = simulator.person('Past', '5511970000000')
    account.past = pastOf(account, [{ id: 'KEPT', with: person, at: new Date(), content: { conversation: 'kept' } }])
    const write = world.sealed.write.bind(world.sealed)
    let refused = 0
    let isAway = true
    world.sealed.write = (changes) => {
      if (!isAway || !changes.has('history')) return write(changes)
      refused++
      return Promise.reject(new Error('the database is away'))
    }
    await scanned(account.number)
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(1)
    const [device] = account.devices.values()
    expect(device!.kept).toHaveLength(account.past.length)
    await session![Symbol.asyncDispose]()
    expect(device!.kept).toHaveLength(account.past.length)
    isAway = false
    session = await whatsappChannel.open(world.ctx)
    const query = { since: new Date(0), until: new Date(Date.now() + 60_000), groups: true }
    const pages = await collected(session.backfill!(query, AbortSignal.timeout(20_000)))
    expect(pages.flatMap(({ events }) => events.map(({ id }) => id))).toEqual(['KEPT'])
    await expect.poll(() => device!.kept.length, { timeout: 10_000 }).toBe(0)
  })

  it('reads the past that the page of the simulator gives a number', async () => {
    const fields = new FormData()
    fields.set('name', 'Bia')
    const answer = await fetch(`${simulator.url}/play/past`, { method: 'POST', body: fields })
    expect(answer.ok).toBe(true)
    const open = await linked()
    const query = { since: new Date(0), until: new Date(), groups: true }
    const pages = await collected(open.backfill!(query, AbortSignal.timeout(20_000)))
    expect(pages.flatMap(({ events }) => events)).toHaveLength(1_000)
  })
})
