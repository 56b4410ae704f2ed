import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Message, ScheduledMessages } from '@recado/contracts'
import { eventually, type Person } from '../harness/app.ts'
import { Desk, MovableClock, type Talk } from './acts.rig.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/*
 * What agents write can bear their name: as they choose, or always where the company wants it. The server signs,
 * whoever calls it.
 */

const clock = new MovableClock()
let world: HookWorld
let admin: Person
let agent: Person
let other: Person
let desk: Desk
beforeAll(async () => {
  world = await hookWorld({ clock })
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  other = await world.signIn(world.b.admin)
  desk = new Desk(world, agent)
})
afterAll(() => world.close())
afterEach(async () => {
  clock.reset()
  await force('disabled')
  await choose({ isOn: false, text: '' })
})

const force = (value: 'enabled' | 'disabled') => admin.ok('PUT', '/settings/forceSignature', { value })
const choose = (signature: object) => agent.ok('PUT', `/users/${world.a.user.id}/configs`, { signature })
const write = (talk: Talk, body: object) => agent.ok('POST', `/messages/${talk.ticket.id}`, body)
const arrived = (talk: Talk, count: number) =>
  eventually(
    () => talk.delivered.map(({ texts }) => texts),
    (texts) => texts.length === count,
  )
const name = () => world.a.user.name

describe('S6-025 a signature that the company forces', () => {
  it('is above every text of every agent, whatever they chose and the request says', async () => {
    const talk = await desk.talking()
    await force('enabled')
    await write(talk, { body: 'Bom dia' })
    await write(talk, { body: 'Sem nome', signed: 'false' })
    expect(await arrived(talk, 2)).toEqual([[`${name()}:\nBom dia`], [`${name()}:\nSem nome`]])
    expect((await talk.messages()).map(({ body }) => body)).toEqual([
      'Oi',
      `${name()}:\nBom dia`,
      `${name()}:\nSem nome`,
    ])
  })

  it('is of that company alone, and only an administrator forces it', async () => {
    expect(await agent.refused('PUT', '/settings/forceSignature', { value: 'enabled' })).toBe('403 ERR_NO_PERMISSION')
    await other.ok('PUT', '/settings/forceSignature', { value: 'enabled' })
    const talk = await desk.talking()
    await write(talk, { body: 'Bom dia' })
    expect(await arrived(talk, 1)).toEqual([['Bom dia']])
    await other.ok('PUT', '/settings/forceSignature', { value: 'disabled' })
  })

  it('is not on what is forwarded, nor on choices', async () => {
    const [talk, target] = [await desk.talking(), await desk.talking()]
    await force('enabled')
    await agent.ok('POST', '/forward-messages/', {
      messages: [(await talk.first()).id],
      contact: target.ticket.contactId,
    })
    expect(await arrived(target, 1)).toEqual([['Oi']])
    await write(target, { parts: [{ kind: 'interactive', body: 'Sim?', buttons: [{ id: 's', label: 'Sim' }] }] })
    expect((await arrived(target, 2))[1]![0]).toMatch(/^Sim\?/)
  })

  it('holds for what waits from before: it is signed when it leaves, by the name that its author has then', async () => {
    const talk = await desk.talking()
    await write(talk, { body: 'Até amanhã', scheduleDate: new Date(clock.now().getTime() + 60_000).toISOString() })
    const {
      messages: [waiting],
    } = await agent.ok<ScheduledMessages>('GET', `/messages/${talk.ticket.id}/scheduled`)
    expect(waiting).toMatchObject({ body: 'Até amanhã' })
    await agent.ok('PUT', `/scheduled-messages/${waiting!.id}`, { body: 'Até logo' })
    await force('enabled')
    await choose({ isOn: false, text: 'Equipe azul' })
    clock.advance(120_000)
    expect(await arrived(talk, 1)).toEqual([['Equipe azul:\nAté logo']])
  })

  it('cannot be edited away, and is not put on twice', async () => {
    const talk = await desk.talking()
    await force('enabled')
    const said = await talk.say('Bom dai')
    const isDone = ({ act }: Message) => act?.state === 'done'
    await agent.ok('POST', `/messagesEdit/${said.id}`, { body: 'Bom dia' })
    expect((await talk.see(said.id, isDone)).body).toBe(`${name()}:\nBom dia`)
    await agent.ok('POST', `/messagesEdit/${said.id}`, { body: `${name()}:\nBoa tarde` })
    expect((await talk.see(said.id, (message) => isDone(message) && message.body !== `${name()}:\nBom dia`)).body).toBe(
      `${name()}:\nBoa tarde`,
    )
    expect(talk.acted.map(({ texts }) => texts)).toEqual([[`${name()}:\nBom dia`], [`${name()}:\nBoa tarde`]])
    await write(talk, { body: `${name()}:\nBoa tarde`, signed: 'false' })
    expect((await arrived(talk, 2))[1]).toEqual([`${name()}:\nBoa tarde`])
    expect(await agent.refused('POST', `/messagesEdit/${said.id}`, { body: '' })).toMatch(/ERR_EDITING_MESSAGE$/)
  })

  it('an own one may be edited away', async () => {
    const talk = await desk.talking()
    await choose({ isOn: true, text: 'Ugo' })
    const said = await talk.say('Bom dai')
    await agent.ok('POST', `/messagesEdit/${said.id}`, { body: 'Bom dia' })
    expect((await talk.see(said.id, ({ act }) => act?.state === 'done')).body).toBe('Bom dia')
  })

  it('is on what is held back to be undone', async () => {
    const talk = await desk.talking()
    await force('enabled')
    await write(talk, { body: 'Já volto', hold: '5', idFront: 'held-1' })
    clock.advance(10_000)
    expect(await arrived(talk, 1)).toEqual([[`${name()}:\nJá volto`]])
  })
})

describe('an own signature', () => {
  it('is what its author chose, and can be left out or added for one message', async () => {
    const talk = await desk.talking()
    await choose({ isOn: true, text: 'Ugo do suporte' })
    await write(talk, { body: 'um' })
    await write(talk, { body: 'dois', signed: 'false' })
    await choose({ isOn: false, text: '' })
    await write(talk, { body: 'três', signed: 'true' })
    await write(talk, { body: 'quatro' })
    expect(await arrived(talk, 4)).toEqual([['Ugo do suporte:\num'], ['dois'], [`${name()}:\ntrês`], ['quatro']])
  })

  it('is one line of at most 80 characters', async () => {
    expect(
      await agent.refused('PUT', `/users/${world.a.user.id}/configs`, {
        signature: { isOn: true, text: 'Ugo\nAtenção' },
      }),
    ).toBe('422 ERR_VALIDATION')
    expect(
      await agent.refused('PUT', `/users/${world.a.user.id}/configs`, {
        signature: { isOn: true, text: 'x'.repeat(81) },
      }),
    ).toBe('422 ERR_VALIDATION')
  })

  it('counts within what the channel takes', async () => {
    const talk = await desk.talking()
    const { limit } = (
      await agent.call<{ limit: number }>('POST', `/messages/${talk.ticket.id}`, { body: 'x'.repeat(60_000) })
    ).body
    await choose({ isOn: true, text: 'Ugo' })
    const whole = 'x'.repeat(limit)
    expect(await agent.refused('POST', `/messages/${talk.ticket.id}`, { body: whole })).toMatch(/ERR_MESSAGE_TOO_LONG$/)
    await write(talk, { body: whole, signed: 'false' })
    expect((await talk.messages()).at(-1) as Message).toMatchObject({ body: whole })
  })
})
