import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Draft, DraftKept, Drafts } from '@recado/contracts'
import type { Person } from '../harness/app.ts'
import { Desk, MovableClock, type Talk } from './acts.rig.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/* What is begun on one device goes on on another; what two devices wrote without knowing of each other is not lost. */

const clock = new MovableClock()
let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
let desk: Desk
beforeAll(async () => {
  world = await hookWorld({ clock })
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
  desk = new Desk(world, agent)
})
afterAll(() => world.close())
afterEach(() => clock.reset())

const ago = (seconds: number): string => new Date(clock.now().getTime() - seconds * 1_000).toISOString()
const keep = (talk: Talk, text: string, writtenAt = ago(0), basedOn: string | null = null, more: object = {}) =>
  agent.ok<DraftKept>('PUT', `/drafts/${talk.ticket.id}`, { text, writtenAt, basedOn, ...more })
const drafts = async (who: Person = agent): Promise<Draft[]> => (await who.ok<Drafts>('GET', '/drafts')).drafts
const of = async (talk: Talk) => (await drafts()).find(({ ticketId }) => ticketId === talk.ticket.id)

describe('a draft', () => {
  it('is given out to its author alone, with the names of its files', async () => {
    const talk = await desk.talking()
    const writtenAt = ago(5)
    expect(await keep(talk, 'Quase pron', writtenAt, null, { files: ['nota.pdf'] })).toEqual({
      draft: { ticketId: talk.ticket.id, text: 'Quase pron', files: ['nota.pdf'], uploads: [], writtenAt },
      other: null,
    })
    expect(await of(talk)).toEqual({
      ticketId: talk.ticket.id,
      text: 'Quase pron',
      files: ['nota.pdf'],
      uploads: [],
      writtenAt,
    })
    expect([await drafts(admin), await drafts(stranger)]).toEqual([[], []])
  })

  it('needs a conversation that its author sees', async () => {
    const talk = await desk.talking()
    const body = { text: 'x', writtenAt: ago(1), basedOn: null }
    expect(await stranger.refused('PUT', `/drafts/${talk.ticket.id}`, body)).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await agent.refused('PUT', `/drafts/${talk.ticket.id}`, { ...body, text: 'x'.repeat(65_537) })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('is replaced by what continues it, whatever the clock of the other device says', async () => {
    const talk = await desk.talking()
    const { draft } = await keep(talk, 'Bom', ago(5))
    const next = await keep(talk, 'Bom dia', ago(3_600), draft.writtenAt)
    expect(next).toMatchObject({ draft: { text: 'Bom dia' }, other: null })
    expect(Date.parse(next.draft.writtenAt)).toBeGreaterThan(Date.parse(draft.writtenAt))
  })

  it('of two that know nothing of each other the newer stands, and the other is answered', async () => {
    const talk = await desk.talking()
    const { draft: first } = await keep(talk, 'do escritório', ago(60))
    expect(await keep(talk, 'do celular', ago(30))).toMatchObject({ draft: { text: 'do celular' }, other: first })
    expect(await keep(talk, 'de ontem', ago(86_400))).toMatchObject({
      draft: { text: 'do celular' },
      other: { text: 'de ontem' },
    })
    expect(await of(talk)).toMatchObject({ text: 'do celular' })
  })

  it('of two devices at the same moment both come out', async () => {
    const talk = await desk.talking()
    const answers = await Promise.all(['um', 'dois'].map((text, index) => keep(talk, text, ago(10 - index))))
    const standing = (await of(talk))!.text
    const others = answers.flatMap(({ other }) => other?.text ?? [])
    expect([standing, ...others].toSorted()).toEqual(['dois', 'um'])
  })

  it('that was sent is empty on every device; what was written elsewhere meanwhile is answered', async () => {
    const talk = await desk.talking()
    const { draft } = await keep(talk, 'pronto', ago(60))
    expect(await keep(talk, '', ago(50), draft.writtenAt)).toMatchObject({ draft: { text: '' }, other: null })
    expect(await of(talk)).toMatchObject({ text: '' })
    await keep(talk, 'do celular', ago(40))
    expect(await keep(talk, '', ago(20), draft.writtenAt)).toMatchObject({
      draft: { text: '' },
      other: { text: 'do celular' },
    })
  })

  it('is never from the future', async () => {
    const talk = await desk.talking()
    const { draft } = await keep(talk, 'amanhã', new Date(clock.now().getTime() + 86_400_000).toISOString())
    expect(Date.parse(draft.writtenAt)).toBeLessThanOrEqual(clock.now().getTime())
  })

  it('that was sent is forgotten after a month', async () => {
    const [old, other] = [await desk.talking(), await desk.talking()]
    await keep(old, '', ago(31 * 86_400))
    await keep(other, '', ago(1))
    expect(await of(old)).toBeUndefined()
    expect(await of(other)).toBeDefined()
  })

  it('goes with its conversation and with its author', async () => {
    const [talk, second] = [await desk.talking(), await desk.talking()]
    await keep(talk, 'um')
    await keep(second, 'dois')
    const left = (ticketId: string) => world.database.owner`select 1 from core.draft where ticket_id = ${ticketId}`
    await admin.ok('DELETE', `/tickets/${talk.ticket.id}`)
    expect(await left(talk.ticket.id)).toHaveLength(0)
    await admin.ok('DELETE', `/users/${world.a.user.id}?newUserId=${world.a.admin.id}`)
    expect(await left(second.ticket.id)).toHaveLength(0)
  })
})
