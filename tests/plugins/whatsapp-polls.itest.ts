import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import { phoneWith } from '../../plugins/whatsapp/simulator/past.ts'
import { eventually } from '../harness/app.ts'
import { whatsappWorld, type WhatsappWorld } from './whatsapp.rig.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await whatsappWorld()
})
afterAll(() => world.close())

const options = ['Manhã', 'Tarde', 'Noite']
const person = (name: string) => world.simulator.person(name, `55119${randomInt(10 ** 7, 10 ** 8)}`)

/** Somebody new who writes, in a conversation that an agent has taken. */
async function talking() {
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const ana = person(name)
  const phone = world.simulator.phone(ana, world.mine.account)
  phone.say('Oi')
  return { ana, phone, ticket: await world.mine.open(await world.mine.ticket(name)) }
}

/** An agent asks, and it has left. Answers WhatsApp's id of the poll. */
async function asked(ticket: Ticket, to: string, several = false) {
  await world.mine.send(ticket, { body: '', parts: [{ kind: 'poll', question: 'Qual horário?', options, several }] })
  const { id } = await world.simulator.sentMessage(
    ({ to: chat, content }) =>
      chat === to && (content.pollCreationMessage ?? content.pollCreationMessageV3)?.name === 'Qual horário?',
  )
  return id
}
const stands = (ticket: Ticket, counts: number[], voters: number) =>
  world.mine.last(ticket, ({ votes }) => JSON.stringify(votes) === JSON.stringify({ counts, voters }))
const messagesOnce = (ticket: Ticket, fits: (messages: Message[]) => boolean) =>
  eventually(() => world.mine.messages(ticket), fits)
const pollOf = (message: Message | undefined) => message?.parts.find(({ kind }) => kind === 'poll')

describe('polls', () => {
  it('an agent asks, a customer votes, changes the vote and withdraws it', async () => {
    const { ana, phone, ticket } = await talking()
    const poll = await asked(ticket, ana.jid)
    phone.vote(poll, ['Tarde'])
    expect(pollOf(await stands(ticket, [0, 1, 0], 1))).toMatchObject({ question: 'Qual horário?', options })
    phone.vote(poll, ['Noite'], { by: 'lid' })
    await stands(ticket, [0, 0, 1], 1)
    phone.vote(poll, [])
    await stands(ticket, [0, 0, 0], 0)
    expect(await world.theirs.tickets(ana.name)).toEqual([])
  })

  it('a customer asks and votes in their own poll, for several options', async () => {
    const { phone, ticket } = await talking()
    const poll = phone.poll('Quais?', options, true)
    const message = await world.mine.last(ticket, (last) => pollOf(last) !== undefined)
    expect(pollOf(message)).toMatchObject({ question: 'Quais?', options, several: true })
    expect(message.votes).toBeUndefined()
    phone.vote(poll, ['Manhã', 'Noite'])
    await stands(ticket, [1, 0, 1], 1)
  })

  it('in a group everybody counts once, under number and id', async () => {
    const [ana, bia, caio] = [person('Ana'), person('Bia'), person('Caio')]
    const group = new Group(`Obra ${randomUUID().slice(0, 8)}`, ana.number)
    for (const { number } of [bia, caio]) group.members.set(number, 'member')
    group.members.set(world.mine.account.number, 'member')
    world.simulator.groups.set(group.id, group)
    const inGroup = (who: typeof ana) => world.simulator.phone(who, world.mine.account, group)
    inGroup(ana).say('Bom dia')
    const ticket = await world.mine.ticket(group.subject)
    const poll = await asked(ticket, group.id)
    inGroup(ana).vote(poll, ['Manhã'])
    inGroup(bia).vote(poll, ['Manhã'])
    inGroup(caio).vote(poll, ['Tarde'], { by: 'lid', tellsNumber: false })
    await stands(ticket, [2, 1, 0], 3)
    inGroup(caio).vote(poll, ['Noite'])
    inGroup(bia).vote(poll, ['Tarde'], { by: 'lid' })
    expect((await stands(ticket, [1, 1, 1], 3)).votes?.voters).toBe(3)
  })

  it('a vote that is forged, replayed, or for what is no option changes nothing', async () => {
    const { ana, phone, ticket } = await talking()
    const [bia, caio] = [person('Bia'), person('Caio')]
    const poll = await asked(ticket, ana.jid)
    phone.vote(poll, ['Manhã'], { at: new Date(Date.now() - 60_000) })
    await stands(ticket, [1, 0, 0], 1)
    // With a secret of their own; sealed by somebody else; from a conversation that has not seen the poll.
    phone.vote(poll, ['Noite'], { secret: randomBytes(32) })
    phone.vote(poll, ['Noite'], { sealedBy: bia })
    world.simulator.phone(caio, world.mine.account).vote(poll, ['Noite'])
    // Older than the vote that counts.
    phone.vote(poll, ['Tarde'], { at: new Date(Date.now() - 120_000) })
    phone.vote(poll, ['Madrugada', 'Tarde'], { at: new Date(Date.now() - 30_000) })
    await stands(ticket, [0, 1, 0], 1)
    phone.vote(poll, ['Madrugada'])
    await stands(ticket, [0, 0, 0], 0)
    expect(await world.mine.tickets('Caio')).toEqual([])
  })

  it('a vote for a poll of before the connection is shown as such, once', async () => {
    const { phone, ticket } = await talking()
    phone.vote('3EB0OLD', ['Manhã'])
    phone.vote('3EB0OLD', ['Tarde'])
    phone.say('votei')
    await world.mine.last(ticket, ({ body }) => body === 'votei')
    const messages = await world.mine.messages(ticket)
    expect(messages.slice(1).map(({ parts: [part] }) => part)).toMatchObject([
      { kind: 'unsupported', about: 'vote' },
      { kind: 'text' },
    ])
  })

  it('a vote that comes before its poll can be read counts once the poll has come, and is no message', async () => {
    const { phone, ticket } = await talking()
    const poll = phone.poll('Quais?', options, true, { unreadable: true })
    await world.mine.last(ticket, ({ parts: [part] }) => part?.kind === 'unsupported')
    phone.vote(poll, ['Manhã'])
    phone.vote(poll, ['Tarde', 'Noite'])
    phone.say('votei')
    await world.mine.last(ticket, ({ body }) => body === 'votei')
    phone.resend(poll)
    const kept = await messagesOnce(ticket, (all) => all.some(({ votes }) => votes !== undefined))
    expect(kept.map(({ parts: [part], votes }) => [part?.kind, votes])).toEqual([
      ['text', undefined],
      ['poll', { counts: [0, 1, 1], voters: 1 }],
      ['text', undefined],
    ])
    // From now on it is a poll like any other.
    phone.vote(poll, ['Manhã'])
    await messagesOnce(ticket, (all) => all[1]?.votes?.counts.join() === '1,0,0')
  })

  it('a vote in a poll that comes with older messages counts then, whoever asked', async () => {
    const { ana, phone, ticket } = await talking()
    const secret = randomBytes(32)
    const content = {
      pollCreationMessageV3: {
        name: 'Qual horário?',
        options: options.map((optionName) => ({ optionName })),
        selectableOptionsCount: 1,
      },
      messageContextInfo: { messageSecret: secret },
    }
    const poll = `OLD${randomUUID()}`
    const at = new Date(Date.now() - 3_600_000)
    world.mine.account.older = phoneWith(world.mine.account, [{ id: poll, with: ana, at, own: true, content }])
    phone.vote(poll, ['Manhã'], { secret })
    phone.vote(poll, ['Noite'], { secret, by: 'lid' })
    // From another conversation.
    const caio = person(`Caio ${randomUUID().slice(0, 8)}`)
    const other = world.simulator.phone(caio, world.mine.account)
    other.vote(poll, ['Tarde'], { secret })
    other.say('Oi')
    phone.say('votei')
    await world.mine.last(ticket, ({ body }) => body === 'votei')
    await world.mine.ticket(caio.name)
    const asked = await world.mine.admin.ok('POST', `/messages/${ticket.id}/older`, {})
    expect(asked).toEqual({ outcome: 'found', found: 1 })
    const [first] = await messagesOnce(ticket, ([oldest]) => oldest?.votes !== undefined)
    expect(pollOf(first)).toMatchObject({ question: 'Qual horário?', options })
    expect(first!.votes).toEqual({ counts: [0, 0, 1], voters: 1 })
  })

  it('votes in polls that never come hold nothing up, however many there are', async () => {
    const { phone, ticket } = await talking()
    for (let n = 0; n < 120; n++) phone.vote(`3EB0NEVER${n % 60}`, ['Manhã'])
    phone.say('ainda aqui')
    await world.mine.last(ticket, ({ body }) => body === 'ainda aqui')
    const poll = phone.poll('E agora?', options)
    phone.vote(poll, ['Tarde'])
    expect(pollOf(await stands(ticket, [0, 1, 0], 1))).toMatchObject({ question: 'E agora?' })
  })
})
