import type { ShellManifest, Ticket, TicketPage, UserRecord } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())

/** The conversation that nobody has taken up yet. */
async function waiting(): Promise<Ticket> {
  const look = async () =>
    (await admin.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets.find(
      (ticket) => ticket.status === 'pending',
    )
  return (await eventually(look, (ticket) => ticket !== undefined))!
}

describe('somebody leaves the company', () => {
  it('S5-024 S8-026 their conversations appear at the colleague’s at once, and their own screen ends', async () => {
    const [ugo, caio] = [await world.signIn(world.a.user), await world.signIn(world.a.colleague)]
    await world.channel.say('5511900000001', 'Bom dia')
    const ticket = await waiting()
    await ugo.ok('PUT', `/tickets/${ticket.id}`, { status: 'open', queueId: world.a.sales })
    expect(await caio.refused('GET', `/tickets/${ticket.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
    const [leaving, receiving] = [await ugo.listen(), await caio.listen()]

    expect(await admin.ok('DELETE', `/users/${world.a.user.id}?newUserId=${world.a.colleague.id}`)).toEqual({
      userId: world.a.colleague.id,
      tickets: 1,
      contacts: 0,
    })
    await receiving.next(
      `${world.a.id}:ticketList`,
      ({ payload }: { payload: Partial<Ticket> }) =>
        payload.id === ticket.id && payload.userId === world.a.colleague.id,
    )
    expect(await caio.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({
      status: 'open',
      userId: world.a.colleague.id,
    })
    expect(await leaving.next('session:ended')).toEqual({ code: 'ERR_USER_DELETED' })
    expect(await ugo.refused('GET', '/auth/session')).toBe('401 ERR_USER_DELETED')
    for (const person of [ugo, caio]) person.close()
  })

  it('nothing can be given to who is gone', async () => {
    await world.channel.say('5511900000002', 'Boa tarde')
    const ticket = await waiting()
    for (const userId of [world.a.user.id, world.b.user.id])
      expect(await admin.refused('PUT', `/tickets/${ticket.id}`, { status: 'open', userId })).toBe(
        '404 ERR_NO_USER_FOUND',
      )
    expect(await admin.refused('POST', '/user-groups', { name: 'Ausentes', userIds: [world.a.user.id] })).toBe(
      '404 ERR_NO_USER_FOUND',
    )
    expect(await admin.refused('DELETE', `/users/${world.a.colleague.id}?newUserId=${world.a.user.id}`)).toBe(
      '422 ERR_NEW_USER_REQUIRED',
    )
  })
})

it('rights that change are drawn anew by open screens, with the next manifest', async () => {
  const caio = await world.signIn(world.a.colleague)
  const held = async () => (await caio.ok<ShellManifest>('GET', '/api/shell/manifest')).permissions
  expect(await held()).not.toContain('tags.manage')
  const { next } = await caio.listen()
  await admin.ok<UserRecord>('PUT', `/users/${world.a.colleague.id}`, {
    granted: ['tags.manage'],
    denied: ['groups.read'],
  })
  await next(`${world.a.id}:plugins`)
  expect(await held()).toContain('tags.manage')
  expect(await held()).not.toContain('groups.read')
  expect(await caio.refused('GET', '/user-groups')).toBe('403 ERR_NO_PERMISSION')
  caio.close()
})
