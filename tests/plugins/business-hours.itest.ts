import { join } from 'node:path'
import {
  openTimeBetween,
  type MessagePage,
  type OpeningTimes,
  type ResponderOrders,
  type Ticket,
  type TicketLogEntry,
  type TicketPage,
  type TicketResponders,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

let world: HookWorld
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []

beforeAll(async () => {
  world = await hookWorld({}, [
    pluginFolder(join(import.meta.dirname, '..', '..', 'plugins', 'business-hours')),
    join(import.meta.dirname, 'responders'),
  ])
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
  for (const admin of [ana!, bia!]) await admin.ok('PUT', '/api/plugins/robot', { enabled: true })
})
afterAll(() => world.close())

const base = '/p/business-hours'
const everyDay = (mode: 'open' | 'closed') => Object.fromEntries([...'0123456'].map((day) => [day, { mode }]))
const draft = (type: string, target: string | null, mode: 'open' | 'closed', message = '') => ({
  type,
  target,
  active: true,
  days: everyDay(mode),
  message,
})
interface Stored {
  readonly id: string
}
const set = (body: object, person = ana!) => person.ok<Stored>('POST', `${base}/business-hours`, body)
const now = (query = '', person = ana!) =>
  person.ok<{ open: boolean; because: string | null; message: string | null }>('GET', `${base}/now${query}`)
const order = (places: readonly object[]) =>
  ana!.ok<ResponderOrders>('PUT', '/responders', { scope: { kind: 'company' }, places })
const closed = (afterwards: 'next' | 'people') => ({
  plugin: 'business-hours',
  name: 'closed',
  input: { afterwards },
})
const robot = { plugin: 'robot', name: 'greets', input: {} }
const ticketOf = async (name: string): Promise<Ticket> =>
  (await ana!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&limit=200')).tickets.find(
    (ticket) => ticket.name === `Cliente ${name}`,
  )!
const said = async (id: string): Promise<string[]> =>
  (await ana!.ok<MessagePage>('GET', `/messages/${id}`)).messages.filter(({ fromMe }) => fromMe).map(({ body }) => body)
async function say(name: string, text: string): Promise<Ticket> {
  expect(await world.channel.say(name, text)).toBeLessThan(300)
  return ticketOf(name)
}
const settled = (name: string) =>
  eventually(
    () => ticketOf(name),
    (ticket) => !ticket.withBot,
  )

describe('hours of a company', () => {
  it('S1-048 S3-071 S3-072 are open without any, then those of the most specific, explained in a sentence', async () => {
    expect(await now()).toEqual({ open: true, because: null, message: null, changesAt: null })
    await set(draft('global', null, 'closed', 'Atendemos amanhã, {{name}}.'))
    expect(await now()).toMatchObject({ open: false, message: 'Atendemos amanhã, {{name}}.' })
    expect((await now()).because).toMatch(/^Empresa: .+ fechado$/)
    const queue = await set(draft('queue', world.a.sales, 'open'))
    expect(await now(`?queueId=${world.a.sales}`)).toMatchObject({ open: true })
    const user = await set(draft('user', world.a.user.id, 'closed', 'Volto logo.'))
    expect(await now(`?queueId=${world.a.sales}&userId=${world.a.user.id}`)).toMatchObject({
      open: false,
      message: 'Volto logo.',
    })
    const channel = await set(draft('whatsapp', world.channel.connectionId, 'open'))
    expect(await now(`?connectionId=${world.channel.connectionId}`)).toMatchObject({ open: true })
    await ana!.ok('PUT', `${base}/business-hours/${queue.id}`, {
      ...draft('queue', world.a.sales, 'open'),
      active: false,
    })
    expect(await now(`?queueId=${world.a.sales}`)).toMatchObject({ open: false })
    expect(await now('', bia!)).toMatchObject({ open: true, because: null })
    for (const { id } of [queue, user, channel]) await ana!.ok('DELETE', `${base}/business-hours/${id}`)
  })

  it('S5-095 S5-096 are refused without a type, or without a target that is there', async () => {
    const refused = (body: object, person = ana!) => person.refused('POST', `${base}/business-hours`, body)
    const { type: _none, ...untyped } = draft('queue', world.a.sales, 'open')
    expect(await refused(untyped)).toBe('422 ERR_VALIDATION')
    expect(await refused(draft('queue', null, 'open'))).toBe('422 ERR_VALIDATION')
    expect(await refused(draft('queue', world.b.sales, 'open'))).toBe('404 ERR_NO_QUEUE_FOUND')
    expect(await refused(draft('user', world.b.user.id, 'open'))).toBe('404 ERR_NO_USER_FOUND')
    expect(await refused(draft('global', null, 'open'))).toBe('409 ERR_BUSINESS_HOUR_EXISTS')
    expect(await refused(draft('global', null, 'open', '{{senha}}'))).toBe('422 ERR_VALIDATION')
    expect(await refused(draft('global', null, 'open'), ugo!)).toBe('403 ERR_NO_PERMISSION')
    expect(await ana!.refused('DELETE', `${base}/business-hours/${crypto.randomUUID()}`)).toBe(
      '404 ERR_NO_BUSINESS_HOUR_FOUND',
    )
  })
})

describe('distribution', () => {
  it('gives nothing to who is out of their hours, says so in the log once, and gives it when they begin', async () => {
    await ana!.ok('PUT', '/settings/autoDistribution', { value: 'balance' })
    const { id: rule } = await set(draft('user', world.a.user.id, 'closed'))
    await world.app.sweepOpenings()
    const { id } = await say('ronda', 'Oi')
    await ana!.ok('PUT', `/tickets/${id}`, { queueId: world.a.sales })
    const ticket = () => ana!.ok<Ticket>('GET', `/tickets/${id}`)
    const said = async () =>
      (await ana!.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)).filter(({ type }) => type === 'outOfHours')
    await world.app.moveTickets()
    await world.app.moveTickets()
    expect(await ticket()).toMatchObject({ status: 'pending', userId: null })
    expect(await said()).toMatchObject([{ user: null, queue: { id: world.a.sales } }])
    // Whoever has no hours of their own is at work when they are there, whatever the company's hours are.
    const colleague = await world.signIn(world.a.colleague)
    await ana!.ok('PUT', `/users/${world.a.colleague.id}`, { queueIds: [world.a.support, world.a.sales] })
    await world.app.moveTickets()
    expect(await ticket()).toMatchObject({ status: 'open', userId: world.a.colleague.id })
    await ana!.ok('PUT', `/users/${world.a.colleague.id}`, { queueIds: [world.a.support] })
    await colleague.ok('PUT', `/tickets/${id}`, { status: 'pending' })
    await world.app.moveTickets()
    expect(await ticket()).toMatchObject({ status: 'pending', userId: null })
    expect(await said()).toHaveLength(2)
    await ana!.ok('PUT', `${base}/business-hours/${rule}`, draft('user', world.a.user.id, 'open'))
    await world.app.sweepOpenings()
    await world.app.moveTickets()
    expect(await ticket()).toMatchObject({ status: 'open', userId: world.a.user.id })
    await ana!.ok('PUT', `/tickets/${id}`, { status: 'closed' })
    await ana!.ok('DELETE', `${base}/business-hours/${rule}`)
  })

  it('asks nobody’s hours once the plugin is off', async () => {
    const { id: rule } = await set(draft('user', world.a.user.id, 'closed'))
    await world.app.sweepOpenings()
    const { id } = await say('folga', 'Oi')
    await ana!.ok('PUT', `/tickets/${id}`, { queueId: world.a.sales })
    await world.app.moveTickets()
    expect(await ana!.ok<Ticket>('GET', `/tickets/${id}`)).toMatchObject({ userId: null })
    await ana!.ok('PUT', '/api/plugins/business-hours', { enabled: false })
    await world.app.sweepOpenings()
    await world.app.moveTickets()
    expect(await ana!.ok<Ticket>('GET', `/tickets/${id}`)).toMatchObject({ userId: world.a.user.id })
    await ana!.ok('PUT', '/api/plugins/business-hours', { enabled: true })
    await ana!.ok('PUT', `/tickets/${id}`, { status: 'closed' })
    await ana!.ok('DELETE', `${base}/business-hours/${rule}`)
    await ana!.ok('PUT', '/settings/autoDistribution', { value: 'none' })
  })
})

describe('holidays', () => {
  const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  const add = (body: object, person = ana!) => person.ok<Stored>('POST', `${base}/holidays`, body)

  it('S1-049 S3-074 close the company with a message of their own, and S5-097 S5-098 need date and description', async () => {
    await set(draft('whatsapp', world.channel.connectionId, 'open'))
    const { id } = await add({ date: today(), description: 'Aniversário da cidade', message: 'Hoje é feriado.' })
    expect(await now(`?connectionId=${world.channel.connectionId}`)).toMatchObject({
      open: false,
      because: 'Feriado: Aniversário da cidade',
      message: 'Hoje é feriado.',
    })
    const refused = (body: object) => ana!.refused('POST', `${base}/holidays`, body)
    expect(await refused({ description: 'Sem data' })).toBe('422 ERR_VALIDATION')
    expect(await refused({ date: today() })).toBe('422 ERR_VALIDATION')
    expect(await refused({ date: today(), description: 'Outra vez' })).toBe('409 ERR_HOLIDAY_EXISTS')
    await ana!.ok('DELETE', `${base}/holidays/${id}`)
    expect(await ana!.refused('DELETE', `${base}/holidays/${id}`)).toBe('404 ERR_NO_HOLIDAY_FOUND')
    expect(await now(`?connectionId=${world.channel.connectionId}`)).toMatchObject({ open: true })
  })

  it('come from a calendar file and from the list of the country, once each', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20301225',
      'SUMMARY:Natal',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    const read = () => ana!.ok('POST', `${base}/holiday-files`, { text })
    expect(await read()).toEqual({ added: 1, known: 0, passedOver: [] })
    expect(await read()).toEqual({ added: 0, known: 1, passedOver: [] })
    expect(await ana!.refused('POST', `${base}/holiday-files`, { text: 'não' })).toBe('422 ERR_HOLIDAY_FILE')
    const national = await ana!.ok<{ date: string; description: string; known: boolean }[]>(
      'GET',
      `${base}/national-holidays?year=2030`,
    )
    expect(national.filter(({ known }) => known).map(({ date }) => date)).toEqual(['2030-12-25'])
    const holidays = national.map(({ date, description }) => ({ date, description }))
    expect(await ana!.ok('POST', `${base}/holiday-lists`, { holidays })).toMatchObject({ added: 12, known: 1 })
    expect(await bia!.ok('GET', `${base}/holidays`)).toEqual([])
  })
})

describe('out of hours', () => {
  it('tells a new contact so once, hands on as it was chosen, and says why', async () => {
    const rules = await ana!.ok<{ rules: { id: string; type: string }[] }>('GET', `${base}/business-hours`)
    for (const { id, type } of rules.rules)
      if (type === 'whatsapp') await ana!.ok('DELETE', `${base}/business-hours/${id}`)
    await order([closed('people'), robot])
    const { id } = await say('noturna', 'Oi')
    await settled('noturna')
    expect(await said(id)).toEqual(['Atendemos amanhã, Cliente.'])
    const { decisions } = await ana!.ok<TicketResponders>('GET', `/tickets/${id}/responders`)
    expect(decisions[0]).toMatchObject({ plugin: 'business-hours', outcome: 'people' })
    expect(decisions[0]!.note).toMatch(/^Empresa: .+ fechado$/)
    await say('noturna', 'Alguém aí?')
    await order([closed('next'), robot])
    const next = await say('insone', 'Oi')
    await eventually(
      () => said(next.id),
      (bodies) => bodies.length === 2,
    )
    expect((await said(next.id)).toSorted()).toEqual(['Atendemos amanhã, Cliente.', 'saudações a Oi'])
    // The second message of the first contact was handled by then, and told them nothing again.
    expect(await said(id)).toHaveLength(1)
  })

  it('tells who writes while people are waited for, and not who writes in hours', async () => {
    await order([])
    const { id } = await say('madrugada', 'Oi')
    await eventually(
      () => said(id),
      (bodies) => bodies.length === 1,
    )
    const rules = await ana!.ok<{ rules: { id: string; type: string }[] }>('GET', `${base}/business-hours`)
    const { id: global } = rules.rules.find(({ type }) => type === 'global')!
    await ana!.ok('PUT', `${base}/business-hours/${global}`, draft('global', null, 'open', 'Fechado'))
    await order([closed('next'), robot])
    const day = await say('diurna', 'Oi')
    await eventually(
      () => said(day.id),
      (bodies) => bodies.length > 0,
    )
    expect(await said(day.id)).toEqual(['saudações a Oi'])
  })
})

describe('clocks that stand still while it is closed', () => {
  const times = async (person = ana!): Promise<OpeningTimes> => {
    await world.app.sweepOpenings()
    return (await person.ok<{ times: OpeningTimes }>('GET', '/openings')).times
  }
  const isOpenNow = async (query: string) => (await now(query)).open
  /** Whether the next minute counts. */
  const counts = (known: OpeningTimes, about: object): boolean => {
    const at = Date.now()
    return openTimeBetween(known, about, at, at + 60_000) === 60_000
  }

  it('count the hours that the plugin tells, of whoever decides, from a change on', async () => {
    const { rules } = await ana!.ok<{ rules: Stored[] }>('GET', `${base}/business-hours`)
    for (const { id } of rules) await ana!.ok('DELETE', `${base}/business-hours/${id}`)
    const holidays = await ana!.ok<Stored[]>('GET', `${base}/holidays`)
    for (const { id } of holidays) await ana!.ok('DELETE', `${base}/holidays/${id}`)
    expect(counts(await times(), {})).toBe(true)
    const company = await set(draft('global', null, 'closed'))
    await set(draft('queue', world.a.sales, 'open'))
    await set(draft('user', world.a.user.id, 'closed'))
    await set(draft('whatsapp', world.channel.connectionId, 'open'))
    const known = await times(ugo)
    for (const userId of [null, world.a.user.id, world.a.colleague.id])
      for (const queueId of [null, world.a.sales, world.a.support])
        for (const channelId of [null, world.channel.connectionId]) {
          const query = Object.entries({ userId, queueId, connectionId: channelId })
            .flatMap(([name, id]) => (id === null ? [] : [`${name}=${id}`]))
            .join('&')
          expect(counts(known, { userId, queueId, channelId }), query).toBe(await isOpenNow(`?${query}`))
        }
    await ana!.ok('PUT', `${base}/business-hours/${company.id}`, draft('global', null, 'open'))
    expect(counts(await times(), {})).toBe(true)
    expect(counts(await times(bia!), { queueId: world.a.sales }), 'another company').toBe(true)
  })
})
