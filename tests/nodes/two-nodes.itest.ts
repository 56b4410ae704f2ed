import { randomUUID } from 'node:crypto'
import type { MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, Person } from '../harness/app.ts'
import { natsForTests } from '../harness/nats.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import { secondNode, type SecondNode } from '../harness/second-node.ts'

const nats = await natsForTests()

describe.runIf(nats !== undefined)('two nodes over NATS', () => {
  let world: HookWorld
  let second: SecondNode
  let here: Person
  let there: Person
  beforeAll(async () => {
    world = await hookWorld({ natsUrl: nats!.url })
    second = await secondNode(world.database, {
      natsUrl: nats!.url,
      pluginFolders: [pluginFolder(hookPlugin)],
      egress: { allow: ['127.0.0.0/8'] },
    })
    here = await world.signIn(world.a.admin)
    there = new Person(second.base, (await world.signIn(world.a.user)).login)
  })
  afterAll(async () => {
    there.close()
    await second.close()
    await world.close()
  })

  const started = async (): Promise<{ ticket: Ticket; who: string }> => {
    const who = randomUUID()
    await world.channel.say(who, 'Oi')
    const { tickets } = await here.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200')
    const ticket = tickets.find((entry) => entry.name === `Cliente ${who}`)!
    await there.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    return { ticket, who }
  }

  it('what arrives at one is pushed to who listens at the other', async () => {
    const listener = await there.listen()
    const text = `para o outro nó ${randomUUID()}`
    await world.channel.say(randomUUID(), text)
    const push = await listener.next(
      `${world.a.id}:ticketList`,
      (data: { type: string; payload: { body: string } }) => data.type === 'chat:create' && data.payload.body === text,
    )
    expect(push).toMatchObject({ payload: { ticket: { status: 'pending', unreadMessages: 1 } } })
  })

  it('what is written at one is sent once, by the one that holds the session', async () => {
    const { ticket, who } = await started()
    await there.ok('POST', `/messages/${ticket.id}`, { body: 'do segundo nó' })
    await eventually(
      () => world.far.delivered.filter((entry) => entry.chat === who).length,
      (count) => count === 1,
    )
    await eventually(
      async () => (await here.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)!.status,
      (status) => status === 'sent',
    )
    expect(world.far.delivered.filter((entry) => entry.chat === who)).toHaveLength(1)
  })

  it('promise 6: when the node that holds a session goes, the other takes it over and sends what waits', async () => {
    const { ticket, who } = await started()
    await world.app.close()
    await there.ok('POST', `/messages/${ticket.id}`, { body: 'depois da queda' })
    await eventually(() => world.far.delivered.some((entry) => entry.chat === who))
    expect(world.far.delivered.filter((entry) => entry.chat === who)).toEqual([
      expect.objectContaining({ texts: ['depois da queda'] }),
    ])
    await world.start()
  })
})
