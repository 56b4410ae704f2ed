import { randomUUID } from 'node:crypto'
import type { ContactPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { wabaWorld, type WabaWorld } from './waba.rig.ts'

describe.each(['meta', '360dialog'] as const)('people on official WhatsApp at %s', (provider) => {
  let world: WabaWorld
  beforeAll(async () => {
    world = await wabaWorld(provider)
  })
  afterAll(() => world.close())

  it('a new number and a hidden one keep the conversation', async () => {
    const { customer, ticket, name } = await world.mine.talking()
    const before = customer.bsuid
    customer.changeNumber()
    expect(customer.bsuid).not.toBe(before)
    customer.write('mudei de número')
    await world.mine.last(ticket, ({ body }) => body === 'mudei de número')
    await world.mine.send(ticket, 'anotado')
    expect((await world.mine.got(customer, 1))[0]!.message).toMatchObject({ to: customer.phone })
    customer.takeUsername('ana.silva')
    customer.write('agora sem número')
    await world.mine.last(ticket, ({ body }) => body === 'agora sem número')
    await world.mine.send(ticket, 'tudo bem')
    await world.mine.got(customer, 2)
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('who never shows a number is written to by user id, and keeps the conversation when it changes', async () => {
    const name = `Zoe ${randomUUID().slice(0, 8)}`
    const customer = world.mine.line.customer(name)
    customer.takeUsername('zoe')
    customer.write('Oi')
    const ticket = await world.mine.open(await world.mine.ticket(name))
    customer.changeNumber()
    customer.write('de novo eu')
    await world.mine.last(ticket, ({ body }) => body === 'de novo eu')
    await world.mine.send(ticket, 'olá de novo')
    const [answer] = await world.mine.got(customer, 1)
    expect(answer!.message).toMatchObject({ recipient: customer.bsuid })
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('without user ids the number is the conversation, and a new number keeps it', async () => {
    const name = `Rui ${randomUUID().slice(0, 8)}`
    const customer = world.mine.line.customer(name)
    customer.bsuid = undefined
    customer.write('Oi')
    const ticket = await world.mine.open(await world.mine.ticket(name))
    customer.changeNumber()
    customer.write('novo número')
    await world.mine.last(ticket, ({ body }) => body === 'novo número')
    await world.mine.send(ticket, 'certo')
    const [answer] = await world.mine.got(customer, 1)
    expect(answer!.message).toMatchObject({ to: customer.phone })
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('who was known by number alone and now has a user id goes on in the same conversation', async () => {
    const name = `Lia ${randomUUID().slice(0, 8)}`
    const customer = world.mine.line.customer(name)
    const { bsuid } = customer
    customer.bsuid = undefined
    customer.write('Oi')
    const ticket = await world.mine.open(await world.mine.ticket(name))
    customer.changeNumber()
    customer.write('novo número')
    await world.mine.last(ticket, ({ body }) => body === 'novo número')
    customer.bsuid = bsuid
    customer.write('com id')
    await world.mine.last(ticket, ({ body }) => body === 'com id')
    await world.mine.send(ticket, 'certo')
    await world.mine.got(customer, 1)
    customer.takeUsername('lia')
    customer.write('sem número')
    await world.mine.last(ticket, ({ body }) => body === 'sem número')
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  /** What the company writes from its own phone app to somebody. */
  const echo = (to: string, body: string): void => {
    const { line } = world.mine
    line.push(
      {
        message_echoes: [
          {
            from: line.phone,
            to,
            id: `wamid.${randomUUID()}`,
            timestamp: String(line.account.clock.seconds()),
            type: 'text',
            text: { body },
          },
        ],
      },
      'smb_message_echoes',
    )
  }

  it.each([
    ['with a user id', (phone: string) => phone, true],
    ['known by number alone', (phone: string) => phone, false],
    ['echoed without the ninth digit', (phone: string) => phone.replace(/^55119/, '5511'), false],
  ])('who is first written to from the phone gets their name when they answer, %s', async (_, to, hasUserId) => {
    const customer = world.mine.line.customer(`Nara ${randomUUID().slice(0, 8)}`)
    if (!hasUserId) customer.bsuid = undefined
    echo(to(customer.phone), 'do celular')
    const ticket = await world.mine.ticket(customer.phone.slice(-8))
    expect(ticket.name).toBe(`+${to(customer.phone)}`)
    customer.write('oi, sou eu')
    expect(await world.mine.ticket(customer.name)).toMatchObject({ id: ticket.id, name: customer.name })
    const { contacts } = await world.mine.admin.ok<ContactPage>('GET', `/contacts?searchParam=${customer.phone}`)
    expect(contacts).toMatchObject([{ name: customer.name, number: `+${customer.phone}` }])
    expect(await world.theirs.tickets(customer.name)).toEqual([])
  })

  it('a name that somebody has typed stays when the person answers under another one', async () => {
    const customer = world.mine.line.customer(`Nilo ${randomUUID().slice(0, 8)}`)
    echo(customer.phone, 'do celular')
    const ticket = await world.mine.ticket(customer.phone)
    const typed = `Seu Nilo da obra ${randomUUID().slice(0, 8)}`
    await world.mine.admin.ok('PUT', `/contacts/${ticket.contactId}`, { name: typed })
    customer.write('oi')
    await world.mine.last(ticket, ({ body }) => body === 'oi')
    // Whoever is named is named in order: this one after the other.
    const other = world.mine.line.customer(`Olga ${randomUUID().slice(0, 8)}`)
    echo(other.phone, 'do celular')
    await world.mine.ticket(other.phone)
    other.write('oi')
    await world.mine.ticket(other.name)
    expect(await world.mine.tickets(customer.name)).toEqual([])
    expect(await world.mine.ticket(typed)).toMatchObject({ id: ticket.id })
  })

  it('a group is one conversation in which everybody is called by name', async () => {
    const [ana, bia] = [world.mine.line.customer(`Ana ${randomUUID().slice(0, 8)}`), world.mine.line.customer('Bia')]
    const group = `Y2FwaV9ncm91cDo${randomUUID().replaceAll('-', '')}`
    ana.say({ type: 'text', text: { body: 'chegou?' } }, { group_id: group })
    bia.say({ type: 'text', text: { body: 'ainda não' } }, { group_id: group })
    const ticket = await world.mine.ticket(group.slice(-6))
    expect(ticket).toMatchObject({ isGroup: true, status: 'group' })
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 2,
    )
    expect(messages.map(({ username, body }) => [username, body])).toEqual([
      [ana.name, 'chegou?'],
      ['Bia', 'ainda não'],
    ])
  })
})
