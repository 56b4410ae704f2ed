import { randomInt, randomUUID } from 'node:crypto'
import type { Message, MessagePage, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Passkey } from '../../plugins/whatsapp/simulator/passkey.ts'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type NumberSide, type WhatsappWorld } from './whatsapp.rig.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const number = (): string => `55119${randomInt(10 ** 7, 10 ** 8)}`

/** Every message of a conversation, oldest first, read page by page as the screen does. */
async function everything({ id }: Pick<Ticket, 'id'>) {
  const pages: MessagePage['messages'][] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const read = await world.mine.admin.ok<MessagePage>('GET', `/messages/${id}?limit=200&pageNumber=${page}`)
    pages.unshift(read.messages)
    hasMore = read.hasMore
  }
  return pages.flat()
}

/** Messages of WhatsApp that a number has not taken yet. */
const untaken = ({ account }: NumberSide): number =>
  [...account.devices.values()].flatMap(({ kept }) => kept.filter(({ tag }) => tag === 'message')).length
const allTaken = (side: NumberSide): Promise<unknown> =>
  eventually(
    () => untaken(side),
    (left) => left === 0,
    60_000,
  )
/** The line ends without a word, and is made again. */
const cut = ({ account }: NumberSide): void => {
  for (const line of world.simulator.lines(account)) line.drop()
}

describe('everybody at once', () => {
  /** A group of the number with as many others as WhatsApp lets in. */
  function fullGroup() {
    const { simulator, mine } = world
    const group = new Group(`Todos ${randomUUID().slice(0, 8)}`, mine.account.number)
    simulator.groups.set(group.id, group)
    const people = Array.from({ length: 1_023 }, (_, index) =>
      simulator.person(`Membro ${index}`, String(5_511_700_000_000 + index)),
    )
    for (const person of people) group.members.set(person.number, 'member')
    const write = (words: string): void => {
      for (const [index, person] of people.entries())
        simulator.phone(person, mine.account, group).say(`${words} ${index}`)
    }
    return { group, people, write }
  }

  it(
    'each of the 1,023 others of a group writes while the line is away, then on a line that is cut, and others go on',
    { timeout: 200_000 },
    async () => {
      const { simulator, mine, theirs } = world
      const { group, people, write } = fullGroup()
      const before = process.memoryUsage().rss
      cut(mine)
      write('fora')
      await allTaken(mine)
      write('ao vivo')
      const outsider = simulator.person(`Fora ${randomUUID().slice(0, 8)}`, number())
      simulator.phone(outsider, theirs.account).say('e eu?')
      // The flood is written by this process too: on a busy machine that alone takes long.
      await theirs.ticket(outsider.name, 40_000)
      // What is not stored wholly yet keeps nobody else waiting.
      expect(untaken(mine)).toBe(people.length)
      cut(mine)
      await allTaken(mine)
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
      const messages = await everything(await mine.ticket(group.subject))
      const lines = ['fora', 'ao vivo'].flatMap((words) => people.map((_, index) => `${words} ${index}`))
      expect(messages.map(({ body }) => body)).toEqual(lines)
      expect(messages.map(({ username }) => username)).toEqual([...people, ...people].map(({ name }) => name))
    },
  )
})

describe('a line that is cut', () => {
  it('while a group is asked for its subject: it is asked again with the next message', async () => {
    const { simulator, mine } = world
    const group = new Group(`Cortado ${randomUUID().slice(0, 8)}`, mine.account.number)
    const ana = simulator.person('Ana', number())
    group.members.set(ana.number, 'member')
    simulator.groups.set(group.id, group)
    const phone = simulator.phone(ana, mine.account, group)
    const asked = simulator.signal(({ stanza: { attrs } }) => attrs['to'] === group.id && attrs['xmlns'] === 'w:g2')
    phone.say('oi')
    for (const line of simulator.lines(mine.account)) line.silent = true
    await asked
    cut(mine)
    await mine.connected()
    phone.say('de novo')
    expect(await mine.ticket(group.subject)).toMatchObject({ isGroup: true })
  })
})

describe('clocks that are wrong', () => {
  const hour = 3_600_000
  const wrong = { 'an hour ahead': hour, 'an hour behind': -hour, 'a year ahead': 8_760 * hour }
  async function talking() {
    const person = world.simulator.person(`Ana ${randomUUID().slice(0, 8)}`, number())
    const phone = world.simulator.phone(person, world.mine.account)
    phone.say('Oi')
    return { phone, ticket: await world.mine.open(await world.mine.ticket(person.name)) }
  }
  const bodies = (messages: readonly Message[]) => messages.map(({ body }) => body.split('\n').at(-1))

  it('of single messages, or seconds that are milliseconds: they keep the order of their arrival, and are of now', async () => {
    const { phone, ticket } = await talking()
    const began = Date.now()
    const times = [...Object.values(wrong), -8_760 * hour, Date.now() * 999, -Date.now()]
    for (const [index, by] of times.entries()) {
      phone.say(`pergunta ${index}`, { at: new Date(Date.now() + by) })
      await world.mine.last(ticket, ({ body }) => body === `pergunta ${index}`)
      await world.mine.send(ticket, `resposta ${index}`)
      await world.mine.last(ticket, ({ body }) => body.endsWith(`resposta ${index}`))
    }
    const messages = await world.mine.messages(ticket)
    expect(bodies(messages)).toEqual(['Oi', ...times.flatMap((_, at) => [`pergunta ${at}`, `resposta ${at}`])])
    for (const { createdAt } of messages.slice(1)) {
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(began - 1_000)
      expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
    }
  })

  it.each(Object.entries(wrong))(
    'of the server, %s: what waited has its place between the answers',
    async (_, ahead) => {
      const { simulator, mine } = world
      const { phone, ticket } = await talking()
      await mine.send(ticket, 'Qual o pedido?')
      await mine.last(ticket, ({ ack }) => ack >= 2)
      simulator.clockAheadMs = ahead
      cut(mine)
      const began = Date.now()
      phone.say('o 42', { at: new Date(began + ahead) })
      phone.say('ou o 43', { at: new Date(began + ahead) })
      await mine.last(ticket, ({ body }) => body === 'ou o 43')
      await mine.send(ticket, 'Certo')
      const messages = await eventually(
        () => mine.messages(ticket),
        ({ length }) => length === 5,
      )
      expect(bodies(messages)).toEqual(['Oi', 'Qual o pedido?', 'o 42', 'ou o 43', 'Certo'])
      for (const { createdAt } of messages.slice(2, 4)) {
        expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(began - 1_000)
        expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
      }
      simulator.clockAheadMs = 0
      cut(mine)
      await mine.connected()
    },
  )
})

describe('a code that nobody scans', () => {
  it(
    'S4-060 ends with the last one: the channel says so, and shows a new one on demand',
    { timeout: 100_000 },
    async () => {
      const { simulator, mine } = world
      simulator.codesOffered = 1
      const side = await world.number(mine.admin)
      const { qrcode, statusUntil } = await side.reaches((connection) => connection.qrcode !== undefined)
      simulator.codesOffered = 6
      const over = await eventually(
        () => side.read(),
        ({ status }) => status === 'timeout',
        80_000,
      )
      expect(over).toMatchObject({ status: 'timeout', statusCode: 'TIMEOUT' })
      expect(over.qrcode).toBeUndefined()
      expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(statusUntil!))
      expect(() => simulator.scan(side.account, qrcode!)).toThrow('no client shows this code')
      await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
      await side.scan()
      await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
    },
  )
})

describe('silence of WhatsApp in the linking by passkey', () => {
  it(
    'before and after the passkey ends in a state that says so, and a new code links the number',
    { timeout: 120_000 },
    async () => {
      const { simulator, mine } = world
      const asked = async (answers: boolean) => {
        const side = await world.number(mine.admin)
        const passkey = new Passkey()
        // The question of one is answered by nobody; WhatsApp goes on with no answer of the other.
        Object.assign(side.account, { asksForPasskey: true, passkey: passkey.publicKey })
        Object.assign(side.account, answers ? { goesOnAfterPasskey: false } : { passkeyMs: 3_000 })
        const { qrcode } = await side.reaches((connection) => connection.qrcode !== undefined)
        simulator.scan(side.account, qrcode!)
        const { statusUntil } = await side.reaches(({ statusCode }) => statusCode === 'PASSKEY')
        if (!answers) return { side, until: Date.parse(statusUntil!) }
        const path = `/p/whatsapp/passkey/${side.connection.id}`
        const { passkey: shown } = await side.admin.ok<{ passkey: { options: string } }>('GET', path)
        await side.admin.ok('POST', path, { answer: passkey.answer(shown.options) })
        const sent = await side.reaches(({ statusCode }) => statusCode === 'PASSKEY_SENT')
        return { side, until: Date.parse(sent.statusUntil!) }
      }
      for (const { side, until } of await Promise.all([asked(false), asked(true)])) {
        expect(until - Date.now()).toBeLessThanOrEqual(60_000)
        const over = await eventually(
          () => side.read(),
          ({ statusCode }) => statusCode === 'PASSKEY_TIMEOUT',
          70_000,
        )
        expect(over).toMatchObject({ status: 'passkey' })
        expect(over.statusUntil).toBeNull()
        expect(Date.now()).toBeGreaterThanOrEqual(until)
        side.account.asksForPasskey = false
        await side.admin.ok('PUT', `/whatsappsession/${side.connection.id}`, { isQrcode: true })
        await side.scan()
        await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
      }
    },
  )
})
