import { randomUUID } from 'node:crypto'
import type { Connection, Message, Part, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WabaSimulator } from '../../plugins/waba/simulator/waba.ts'
import { eventually } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { telegramWorld, type TelegramWorld } from './telegram.rig.ts'
import { NumberSide, settingsOf } from './waba.rig.ts'
import { Visitor, type ThreadMessage } from './webchat.rig.ts'

let world: TelegramWorld
let simulator: WabaSimulator
let number: NumberSide
let chat: ChannelSide
const visitors: Visitor[] = []

beforeAll(async () => {
  world = await telegramWorld('webhook', ['nps', 'waba', 'webchat'])
  simulator = await WabaSimulator.start()
  const { admin } = world.mine
  const line = simulator.addLine('meta')
  const connect = (config: object): Promise<Connection> =>
    admin.ok<Connection>('POST', '/whatsapp', { name: `Canal ${randomUUID()}`, ...config })
  number = new NumberSide(admin, line, await connect(settingsOf(line, simulator)))
  chat = new ChannelSide(admin, await connect({ type: 'webchat' }))
  await Promise.all([number.connected(), chat.connected()])
})
afterAll(async () => {
  for (const visitor of visitors) visitor.close()
  await world.close()
  await simulator.close()
})

interface Answer {
  readonly ticketId: string
  readonly grade: number | null
  readonly comment: string | null
  readonly outcome: string | null
}
/** A survey of one connection, in place of its earlier one. */
async function ask(side: ChannelSide, survey: object): Promise<void> {
  const { admin, connection } = side
  for (const { id, connectionIds } of await admin.ok<{ id: string; connectionIds: string[] }[]>(
    'GET',
    '/p/nps/surveys',
  ))
    if (connectionIds.includes(connection.id)) await admin.ok('DELETE', `/p/nps/surveys/${id}`)
  await admin.ok('POST', '/p/nps/surveys', {
    name: `Pesquisa ${randomUUID()}`,
    enabled: true,
    requestMessage: 'Como foi?',
    thanksMessage: 'Obrigado',
    invalidMessage: 'Só a nota',
    timeoutMessage: 'Acabou',
    connectionIds: [connection.id],
    ...survey,
  })
}
async function resolve(side: ChannelSide, ticket: Ticket): Promise<Part> {
  await side.admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
  return (await side.last(ticket, ({ fromMe, body }) => fromMe && body.startsWith('Como foi?'))).parts[0]!
}
const answersOf = async (side: ChannelSide, ticket: Ticket): Promise<Answer[]> => {
  const { answers } = await side.admin.ok<{ answers: Answer[] }>('GET', '/p/nps/answers')
  return answers.filter(({ ticketId }) => ticketId === ticket.id)
}
/** Waits until the ticket has this grade, with the thanks said once and the ticket still closed. */
async function graded(side: ChannelSide, ticket: Ticket, grade: number): Promise<void> {
  await side.last(ticket, ({ fromMe, body }) => fromMe && body === 'Obrigado')
  expect(await answersOf(side, ticket)).toMatchObject([{ grade, outcome: 'answered' }])
  const messages: Message[] = await side.messages(ticket)
  expect(messages.filter(({ body }) => body === 'Obrigado')).toHaveLength(1)
  expect(await side.admin.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({ status: 'closed' })
}
const idsOf = (part: Part, as: 'buttons' | 'list'): string[] =>
  part.kind === 'interactive' ? (part[as] ?? []).map(({ id }) => id) : []
const gradeIds = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `grade:${from + at}`)

describe('on Telegram', () => {
  async function talking() {
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const customer = world.telegram.customer(world.mine.bot, name)
    customer.say({ text: 'Oi' })
    const ticket = await world.mine.open(await world.mine.ticket(name))
    const keyboard = () =>
      eventually(
        () => [...customer.chat.messages.values()].find((message) => message['text'] === 'Como foi?'),
        (message) => message !== undefined,
      ).then((message) => ({
        message: message!,
        rows: (
          message!['reply_markup'] as { inline_keyboard: { text: string; callback_data: string }[][] } | undefined
        )?.inline_keyboard.map((row) => row.map(({ text }) => text)),
      }))
    return { customer, ticket, keyboard }
  }

  it('grades from 0 to 10 are eleven buttons; the first that is pressed counts, and a second is no comment', async () => {
    await ask(world.mine, { kind: 'nps', commentMessage: 'Por quê?' })
    const { customer, ticket, keyboard } = await talking()
    expect(idsOf(await resolve(world.mine, ticket), 'list')).toEqual(gradeIds(0, 10))
    const { message, rows } = await keyboard()
    expect(rows).toEqual([
      ['0', '1', '2', '3', '4', '5'],
      ['6', '7', '8', '9', '10'],
    ])
    customer.press(message, 'grade:0')
    await world.mine.last(ticket, ({ body }) => body === 'Por quê?')
    customer.press(message, 'grade:7')
    await world.mine.last(ticket, ({ body, fromMe }) => body === '7' && !fromMe)
    customer.say({ text: 'Demorou' })
    await eventually(
      () => answersOf(world.mine, ticket),
      ([answer]) => answer?.comment === 'Demorou',
    )
    expect(await answersOf(world.mine, ticket)).toMatchObject([{ grade: 0, outcome: 'answered', comment: 'Demorou' }])
  })

  it('satisfaction is five faces beside each other, and a typed number is read as well', async () => {
    await ask(world.mine, { kind: 'csat' })
    const [pressing, typing] = [await talking(), await talking()]
    for (const { ticket, keyboard } of [pressing, typing]) {
      expect(idsOf(await resolve(world.mine, ticket), 'buttons')).toEqual(gradeIds(1, 5))
      expect((await keyboard()).rows).toEqual([['😡', '🙁', '😐', '🙂', '😍']])
    }
    pressing.customer.press((await pressing.keyboard()).message, 'grade:4')
    typing.customer.say({ text: '2' })
    await graded(world.mine, pressing.ticket, 4)
    await graded(world.mine, typing.ticket, 2)
  })
})

describe('on WhatsApp', () => {
  it('satisfaction is a list whose chosen row is read; effort too', async () => {
    for (const [kind, highest] of [
      ['csat', 5],
      ['ces', 7],
    ] as const) {
      await ask(number, { kind })
      const { customer, ticket } = await number.talking()
      expect(idsOf(await resolve(number, ticket), 'list')).toEqual(gradeIds(1, highest))
      const [asked] = await number.got(customer, 1)
      expect(asked!.message).toMatchObject({ type: 'interactive', interactive: { type: 'list' } })
      customer.tap(asked!, 'grade:3')
      await graded(number, ticket, 3)
    }
  })

  it('ten grades from 0 are a list, eleven are asked for in words, and numbers are read', async () => {
    await ask(number, { kind: 'nps', scale: 9 })
    const listed = await number.talking()
    expect(idsOf(await resolve(number, listed.ticket), 'list')).toEqual(gradeIds(0, 9))
    const [list] = await number.got(listed.customer, 1)
    listed.customer.tap(list!, 'grade:0')
    await graded(number, listed.ticket, 0)

    await ask(number, { kind: 'nps', scale: 10 })
    const written = await number.talking()
    expect(await resolve(number, written.ticket)).toMatchObject({ kind: 'text', text: 'Como foi?' })
    const [words] = await number.got(written.customer, 1)
    expect(words!.message).toMatchObject({ type: 'text', text: { body: 'Como foi?' } })
    written.customer.write('10')
    await graded(number, written.ticket, 10)
  })
})

const waitingWith = async (words: string): Promise<Ticket> =>
  (await eventually(
    async () =>
      (await chat.admin.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets.find(
        ({ lastMessage }) => lastMessage === words,
      ),
    (ticket) => ticket !== undefined,
  ))!

it('in the chat of a site grades from 1 are numbered and those from 0 asked for in words', async () => {
  for (const [survey, asked, grade] of [
    [{ kind: 'csat' }, 'Como foi?\n\n1. 😡\n2. 🙁\n3. 😐\n4. 🙂\n5. 😍', 5],
    [{ kind: 'nps' }, 'Como foi?', 0],
  ] as const) {
    await ask(chat, survey)
    const visitor = new Visitor(world.base, chat.connection.id)
    visitors.push(visitor)
    const words = `Oi ${randomUUID()}`
    await visitor.session()
    await visitor.say(words)
    const ticket = await chat.open(await waitingWith(words))
    const line = await visitor.listen()
    await chat.admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'closed' })
    const { data } = await line.next<ThreadMessage>('message', ({ text }: ThreadMessage) =>
      text.startsWith('Como foi?'),
    )
    expect(data.text).toBe(asked)
    await visitor.say(String(grade))
    await graded(chat, ticket, grade)
  }
})
