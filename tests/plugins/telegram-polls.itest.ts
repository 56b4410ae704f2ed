import { randomUUID } from 'node:crypto'
import type { Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message as TelegramMessage, Chat } from '../../plugins/telegram/simulator/world.ts'
import { eventually } from '../harness/app.ts'
import { telegramWorld, type BotSide, type TelegramWorld } from './telegram.rig.ts'

const options = ['Manhã', 'Tarde', 'Noite']
const stands = (side: BotSide, ticket: Ticket, counts: number[], voters: number): Promise<Message> =>
  side.last(ticket, ({ votes }) => JSON.stringify(votes) === JSON.stringify({ counts, voters }))

/** An agent asks, and it stands in the chat. */
async function asked(side: BotSide, ticket: Ticket, chat: Chat, several = false): Promise<TelegramMessage> {
  await side.send(ticket, { body: '', parts: [{ kind: 'poll', question: 'Qual horário?', options, several }] })
  return eventually(
    () => [...chat.messages.values()].find((message) => message['poll'] !== undefined)!,
    (found) => found !== undefined,
  )
}

describe.each(['polling', 'webhook'] as const)('polls of a bot that is told by %s', (transport) => {
  let world: TelegramWorld
  beforeAll(async () => {
    world = await telegramWorld(transport)
  })
  afterAll(() => world.close())

  it('an agent asks, a customer votes, changes the vote and withdraws it', async () => {
    const { mine, theirs } = world
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const ana = world.telegram.customer(mine.bot, name)
    ana.say({ text: 'Oi' })
    const ticket = await mine.open(await mine.ticket(name))
    const poll = await asked(mine, ticket, ana.chat)
    expect(poll['poll']).toMatchObject({
      question: 'Qual horário?',
      options: options.map((text) => ({ text })),
      is_anonymous: false,
      allows_multiple_answers: false,
    })
    ana.vote(poll, [1])
    expect((await stands(mine, ticket, [0, 1, 0], 1)).parts).toMatchObject([{ kind: 'poll', options }])
    ana.vote(poll, [2])
    await stands(mine, ticket, [0, 0, 1], 1)
    ana.vote(poll, [])
    await stands(mine, ticket, [0, 0, 0], 0)
    // A vote in the poll of another company's bot, told by the own one, is nobody's.
    const zoe = world.telegram.customer(theirs.bot, `Zoe ${randomUUID().slice(0, 8)}`)
    zoe.say({ text: 'Oi' })
    const other = await theirs.open(await theirs.ticket(zoe.facts.first_name))
    const foreign = await asked(theirs, other, zoe.chat)
    ana.vote(foreign, [0])
    zoe.vote(foreign, [1])
    await stands(theirs, other, [0, 1, 0], 1)
    await stands(mine, ticket, [0, 0, 0], 0)
  })

  it('in a group everybody has their own votes, of several options where that is allowed', async () => {
    const { mine } = world
    const title = `Equipe ${randomUUID().slice(0, 8)}`
    const chat = world.telegram.supergroup(title)
    const [ana, bia] = ['Ana', 'Bia'].map((name) => world.telegram.customer(mine.bot, name))
    ana!.say({ text: 'Oi, gente' }, { chat })
    const ticket = await mine.ticket(title)
    const poll = await asked(mine, ticket, chat, true)
    expect(poll['poll']).toMatchObject({ allows_multiple_answers: true })
    ana!.vote(poll, [0, 2])
    await stands(mine, ticket, [1, 0, 1], 1)
    bia!.vote(poll, [2])
    await stands(mine, ticket, [1, 0, 2], 2)
    ana!.vote(poll, [1])
    await stands(mine, ticket, [0, 1, 1], 2)
  })
})
