import { randomUUID } from 'node:crypto'
import type { Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Poll } from '../../plugins/telegram/simulator/poll.ts'
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

  it('an agent stops a poll, once however often it is asked, and the final result stays', async () => {
    const { mine, theirs } = world
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const [ana, bia] = [name, 'Bia'].map((each) => world.telegram.customer(mine.bot, each))
    const chat = world.telegram.supergroup(`Bairro ${randomUUID().slice(0, 8)}`)
    ana!.say({ text: 'Oi' }, { chat })
    const ticket = await mine.ticket(chat.facts.title!)
    const poll = await asked(mine, ticket, chat)
    ana!.vote(poll, [1])
    bia!.vote(poll, [2])
    const { id } = await stands(mine, ticket, [0, 1, 1], 2)
    const path = `/messages/${id}/poll/stop`
    expect(await theirs.admin.refused('POST', path)).toBe('404 ERR_NO_MESSAGE_FOUND')
    await Promise.all([mine.admin.ok('POST', path), mine.admin.ok('POST', path)])
    const stopped = await mine.last(ticket, ({ votes }) => votes?.stopped === true)
    expect(stopped).toMatchObject({ votes: { counts: [0, 1, 1], voters: 2 }, act: { kind: 'stopPoll' } })
    expect(poll['poll']).toMatchObject({ is_closed: true })
    // Nobody votes any more, and asking again changes nothing.
    bia!.vote(poll, [0])
    await mine.admin.ok('POST', path)
    const again = await mine.last(ticket, ({ act }) => act?.state === 'done')
    expect(again).toMatchObject({ votes: stopped.votes, act: { id: stopped.act!.id } })
  })

  it('a poll that another program of the bot stops shows the same, with the result that Telegram tells', async () => {
    const { mine } = world
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const ana = world.telegram.customer(mine.bot, name)
    ana.say({ text: 'Oi' })
    const ticket = await mine.open(await mine.ticket(name))
    const sent = await asked(mine, ticket, ana.chat)
    const poll = sent['poll'] as Poll
    ana.vote(sent, [2])
    poll.close(mine.bot)
    const stopped = await mine.last(ticket, ({ votes }) => votes?.stopped === true)
    expect(stopped.votes).toEqual({ counts: [0, 0, 1], voters: 1, stopped: true })
    await mine.admin.ok('POST', `/messages/${stopped.id}/poll/stop`)
  })

  it('what Telegram says against stopping is told, and what is no poll is not stopped', async () => {
    const { mine } = world
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const ana = world.telegram.customer(mine.bot, name)
    ana.say({ text: 'Oi' })
    const ticket = await mine.open(await mine.ticket(name))
    const [said] = await mine.messages(ticket)
    expect(await mine.admin.refused('POST', `/messages/${said!.id}/poll/stop`)).toBe('422 ERR_STOPPING_POLL')
    const sent = await asked(mine, ticket, ana.chat)
    const { id } = await mine.last(ticket, ({ status, parts }) => status === 'sent' && parts[0]?.kind === 'poll')
    ana.chat.messages.delete(sent.message_id)
    await mine.admin.ok('POST', `/messages/${id}/poll/stop`)
    const failed = await mine.last(ticket, ({ act }) => act?.state === 'failed')
    expect(failed.act).toMatchObject({
      kind: 'stopPoll',
      failure: { message: expect.stringContaining('message with poll to stop not found') },
    })
    expect(failed.votes).toBeUndefined()
  })
})
