import { randomUUID } from 'node:crypto'
import type { ScheduledMessages, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

let world: HookWorld
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
beforeAll(async () => {
  world = await hookWorld()
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
})
afterAll(() => world.close())

/** A conversation that the agent has taken. */
async function taken(): Promise<Ticket> {
  const chat = randomUUID()
  await world.channel.say(chat, 'Oi')
  const {
    tickets: [ticket],
  } = await eventually(
    () => ana!.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${chat}`),
    ({ tickets }) => tickets.length === 1,
  )
  return ugo!.ok<Ticket>('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
}
const read = (who: Person, { id }: Ticket) => who.ok<Ticket>('GET', `/tickets/${id}`)

test('S3-001 a ticket says everything that it is known by, alone and in the list', async () => {
  const ticket = await taken()
  const known = {
    id: ticket.id,
    protocol: expect.stringMatching(/^\d+/),
    status: 'open',
    queueId: null,
    queue: null,
    userId: world.a.user.id,
    username: world.a.user.name,
    contactId: expect.any(String),
    name: expect.any(String),
    channel: expect.any(String),
    unreadMessages: expect.any(Number),
    pinned: false,
    isGroup: false,
    lastMessageAt: expect.any(String),
    updatedAt: expect.any(String),
    scheduledMessages: [],
    tags: [],
    kanbanColumn: null,
    audioTranscription: null,
    translationEnabled: false,
    clientLanguage: null,
    agentLanguage: null,
  }
  expect(await read(ugo!, ticket)).toMatchObject(known)
  expect(
    (await ugo!.ok<TicketPage>('GET', '/tickets/?status[]=open')).tickets.find(({ id }) => id === ticket.id),
  ).toMatchObject(known)
})

test('S3-001 transcription, translation and its languages are kept for a ticket, are seen at once, and move it nowhere', async () => {
  const ticket = await taken()
  const { received, next } = await ana!.listen()
  const wanted = { audioTranscription: true, translationEnabled: true, clientLanguage: 'es', agentLanguage: 'pt-BR' }
  const answer = await ugo!.ok<Ticket>('PUT', `/tickets/${ticket.id}`, wanted)
  expect(answer).toMatchObject({ ...wanted, updatedAt: ticket.updatedAt })
  await next(
    `${world.a.id}:ticketList`,
    (push: { type: string; payload: Partial<Ticket> }) =>
      push.type === 'ticket:update' && push.payload.id === ticket.id && push.payload.clientLanguage === 'es',
  )
  expect(received.length).toBeGreaterThan(0)
  expect(await read(ugo!, ticket)).toMatchObject(wanted)
  expect(
    await ugo!.ok<Ticket>('PUT', `/tickets/${ticket.id}`, {
      audioTranscription: null,
      translationEnabled: false,
      clientLanguage: null,
    }),
  ).toMatchObject({ audioTranscription: null, translationEnabled: false, clientLanguage: null, agentLanguage: 'pt-BR' })
})

test('S7-051 transcription alone has a call of its own', async () => {
  const ticket = await taken()
  const path = `/tickets/${ticket.id}/audio-transcription`
  expect(await ugo!.ok<Ticket>('PUT', path, { audioTranscription: false })).toMatchObject({
    id: ticket.id,
    audioTranscription: false,
  })
  expect(await ugo!.ok<Ticket>('PUT', path, { audioTranscription: null })).toMatchObject({ audioTranscription: null })
  expect(await ugo!.refused('PUT', path, { audioTranscription: true, status: 'closed' })).toContain('ERR_VALIDATION')
  expect(await ugo!.refused('PUT', path, {})).toContain('ERR_VALIDATION')
  expect(await bia!.refused('PUT', path, { audioTranscription: true })).toBe('404 ERR_NO_TICKET_FOUND')
})

test('S7-052 translation and its languages have a call of their own', async () => {
  const ticket = await taken()
  const path = `/tickets/${ticket.id}/translation-settings`
  const wanted = { translationEnabled: true, clientLanguage: 'ru', agentLanguage: 'pt-BR' }
  expect(await ugo!.ok<Ticket>('PUT', path, wanted)).toMatchObject({ id: ticket.id, ...wanted })
  expect(await ugo!.ok<Ticket>('PUT', path, { clientLanguage: null })).toMatchObject({
    ...wanted,
    clientLanguage: null,
  })
  expect(await ugo!.refused('PUT', path, { clientLanguage: 'russo' })).toContain('ERR_VALIDATION')
  expect(await ugo!.refused('PUT', path, { translationEnabled: true, audioTranscription: true })).toContain(
    'ERR_VALIDATION',
  )
  expect(await bia!.refused('PUT', path, wanted)).toBe('404 ERR_NO_TICKET_FOUND')
})

test.each([
  { clientLanguage: 'português' },
  { agentLanguage: 'PT_br' },
  { clientLanguage: '' },
  { translationEnabled: null },
  { audioTranscription: 'yes' },
  { kanbanColumn: 'x' },
])('%j is no such thing', async (change) => {
  expect(await ugo!.refused('PUT', `/tickets/${(await taken()).id}`, change)).toContain('ERR_VALIDATION')
})

test('another company finds no ticket to change', async () => {
  const ticket = await taken()
  expect(await bia!.refused('PUT', `/tickets/${ticket.id}`, { translationEnabled: true })).toBe(
    '404 ERR_NO_TICKET_FOUND',
  )
  expect(await read(ugo!, ticket)).toMatchObject({ translationEnabled: false })
})

test('S3-001 what waits to be sent is told with its times, soonest first', async () => {
  const ticket = await taken()
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const plan = async (scheduleDate: string) => {
    const body = `Até ${scheduleDate}`
    await ugo!.ok('POST', `/messages/${ticket.id}`, { body, scheduleDate })
    return (await ugo!.ok<ScheduledMessages>('GET', `/messages/${ticket.id}/scheduled`)).messages.find(
      (message) => message.body === body,
    )!
  }
  const [late, soon] = [await plan(inHours(48)), await plan(inHours(24))]
  expect((await read(ugo!, ticket)).scheduledMessages).toEqual(
    [soon, late].map(({ id, scheduleDate }) => ({ id, scheduleDate })),
  )
  await ugo!.ok('DELETE', `/scheduled-messages/${soon.id}`)
  expect((await read(ugo!, ticket)).scheduledMessages.map(({ id }) => id)).toEqual([late.id])
})
