import { join } from 'node:path'
import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { useMailServer } from '../harness/installation-settings.ts'
import { MailServer } from '../harness/mail-server.ts'
import { textOfPdf } from '../walls/pdf-text.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

/* Reports that are saved, shared and sent. What is stored is the question: everybody gets their own answer. */

interface Listed {
  readonly id: string
  readonly name: string
  readonly isShared: boolean
  readonly owner: string | null
  readonly isOwn: boolean
  readonly mayChange: boolean
  readonly schedule: {
    readonly nextAt: string | null
    readonly lastAt: string | null
    readonly deliveries: readonly {
      userId: string
      sentAt: string | null
      failure: string | null
      detail: string | null
    }[]
  } | null
}

const holds = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 15_000, interval: 50 })

let world: HookWorld
let mail: MailServer
let admin: Person
let supervisor: Person
let agent: Person
let otherAdmin: Person

async function signAllIn(): Promise<void> {
  admin = await world.signIn(world.a.admin)
  supervisor = await world.signIn(world.a.supervisor)
  agent = await world.signIn(world.a.user)
  otherAdmin = await world.signIn(world.b.admin)
}
beforeAll(async () => {
  world = await hookWorld({ egress: { allow: ['127.0.0.1/32'] } }, [
    pluginFolder(join(import.meta.dirname, '../../plugins/reports')),
  ])
  mail = new MailServer()
  await mail.listen()
  await signAllIn()
})
afterAll(async () => {
  await world.close()
  await mail.close()
})

const question = { period: { kind: 'last', days: 7 }, compares: true, sections: ['team', 'queues'] }
const save = async (who: Person, name: string, isShared = false): Promise<string> =>
  (await who.ok<{ id: string }>('POST', '/p/reports/saved', { name, question, isShared })).id
const listed = async (who: Person): Promise<readonly Listed[]> =>
  (await who.ok<{ reports: Listed[] }>('GET', '/p/reports/saved')).reports
const named = async (who: Person, name: string) => (await listed(who)).find((report) => report.name === name)

describe('saved reports', () => {
  it('are one’s own until they are shared, and others may open them and not change them', async () => {
    const id = await save(supervisor, 'Semana')
    expect(await named(supervisor, 'Semana')).toMatchObject({ isOwn: true, mayChange: true, schedule: null, question })
    expect(await listed(admin)).toEqual([])
    await supervisor.ok('PUT', `/p/reports/saved/${id}`, { isShared: true, name: 'Semana do time' })
    expect(await named(admin, 'Semana do time')).toMatchObject({
      isOwn: false,
      owner: world.a.supervisor.name,
      isShared: true,
    })
    const own = await save(admin, 'Só meu')
    expect(await named(supervisor, 'Só meu')).toBeUndefined()
    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect(await supervisor.call(method, `/p/reports/saved/${own}`, body)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_SAVED_REPORT_FOUND' },
      })
    const shared = await save(admin, 'Da administração', true)
    expect(await supervisor.call('PUT', `/p/reports/saved/${shared}`, { name: 'x' })).toMatchObject({ status: 403 })
    // An administrator tidies up what is shared.
    await admin.ok('DELETE', `/p/reports/saved/${id}`)
    expect(await listed(supervisor)).toMatchObject([{ id: shared, mayChange: false }])
  })

  it('have one name of a user each, and are refused to who may not read reports and to other companies', async () => {
    const id = await save(admin, 'Único', true)
    expect(await admin.call('POST', '/p/reports/saved', { name: 'ÚNICO', question, isShared: false })).toMatchObject({
      status: 409,
      body: { error: 'ERR_SAVED_REPORT_EXISTS' },
    })
    expect(await agent.call('GET', '/p/reports/saved')).toMatchObject({ status: 403 })
    expect(await listed(otherAdmin)).toEqual([])
    expect(await otherAdmin.call('DELETE', `/p/reports/saved/${id}`)).toMatchObject({ status: 404 })
    await save(otherAdmin, 'Único')
  })

  it.each([
    { period: { kind: 'last', days: 0 } },
    { period: { kind: 'days', from: '2026-03-02', until: '2026-03-01' } },
    { sections: ['profits'] },
    { queue: 'all' },
  ])('what cannot be asked is not saved: %j', async (change) => {
    const body = { name: 'Impossível', question: { ...question, ...change }, isShared: false }
    expect(await admin.call('POST', '/p/reports/saved', body)).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

describe('reports on paper', () => {
  const days = 'from=2026-11-01&until=2026-11-28'
  it('are a PDF with the company, its tables and numbered pages', async () => {
    const answer = await fetch(`${world.base}/p/reports/figures/file?${days}&format=pdf&sections=days%20team`, {
      headers: supervisor.credentials,
    })
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="figures-2026-11-01-2026-11-28.pdf"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    const text = textOfPdf(bytes)
    const [company] = await world.database.owner<
      { name: string }[]
    >`select name from core.tenant where id = ${world.a.id}`
    for (const words of [company!.name, 'Indicadores', '01/11/2026 – 28/11/2026', 'Período anterior', 'Página 1 de 1'])
      expect(text).toContain(words)
  })
})

describe('reports by e-mail', () => {
  const schedule = (recipients: readonly string[]) => ({
    ...{ every: 'week', weekday: 1, day: 1, hour: 8, format: 'csv', recipients },
  })
  const deliveries = async (name: string) => (await named(supervisor, name))?.schedule?.deliveries ?? []

  async function enterMailServer(): Promise<void> {
    await useMailServer(world, mail)
    await signAllIn()
  }

  /** Its hour has come: the job that waits for it runs now. */
  const hasten = (id: string) =>
    holds(async () => {
      const rows = await world.database.owner`
        update graphile_worker._private_jobs set run_at = now()
         where key like ${`%:due:${id}:%`} and run_at > now() and locked_at is null
        returning id`
      expect(rows).toHaveLength(1)
    })

  it('go to who may read reports alone', async () => {
    const id = await save(supervisor, 'Errado')
    for (const recipients of [[world.a.user.id], [world.b.admin.id], [world.a.admin.id, world.a.user.id]])
      expect(await supervisor.call('PUT', `/p/reports/saved/${id}/schedule`, schedule(recipients))).toMatchObject({
        status: 422,
        body: { error: 'ERR_REPORT_RECIPIENT' },
      })
    const { users } = await supervisor.ok<{ users: { id: string }[] }>('GET', '/p/reports/readers')
    expect(users.map((user) => user.id).toSorted()).toEqual([world.a.admin.id, world.a.supervisor.id].toSorted())
    expect(await admin.call('PUT', `/p/reports/saved/${id}/schedule`, schedule([world.a.admin.id]))).toMatchObject({
      status: 404,
    })
  })

  it('say on the page that there is no mail server, and are sent once there is one', async () => {
    const id = await save(supervisor, 'Semanal')
    const both = [world.a.admin.id, world.a.supervisor.id]
    await supervisor.ok('PUT', `/p/reports/saved/${id}/schedule`, schedule(both))
    const { nextAt } = (await named(supervisor, 'Semanal'))!.schedule!
    const at = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', weekday: 'long', hour: '2-digit' })
    expect(at.format(new Date(nextAt!))).toBe('Monday, 08')
    await supervisor.ok('POST', `/p/reports/saved/${id}/schedule/send`)
    await holds(async () => {
      const [one, other] = await deliveries('Semanal')
      expect([one, other]).toMatchObject([{ failure: 'ERR_MAIL_UNSET' }, { failure: 'ERR_MAIL_UNSET' }])
    })

    await enterMailServer()
    await admin.ok('PUT', `/users/${world.a.admin.id}/configs`, { locale: 'en' })
    await world.channel.say('elza', 'Oi')
    await world.app.sweepFacts()
    await supervisor.ok('POST', `/p/reports/saved/${id}/schedule/send`)
    await holds(async () => {
      const sent = await deliveries('Semanal')
      expect(sent).toHaveLength(2)
      for (const one of sent) expect(one).toMatchObject({ sentAt: expect.any(String) as string, failure: null })
    })
    const [toAdmin, toSupervisor] = [world.a.admin, world.a.supervisor].map(({ email }) =>
      mail.taken.find(({ to }) => to.includes(email))!.raw.replace(/=\r?\n/g, ''),
    )
    expect(toAdmin).toMatch(/Hello, /)
    expect(toAdmin).toMatch(/filename=Semanal-.*\.csv/)
    expect(toAdmin).toMatch(/auto-submitted: auto-generated/i)
    expect(toSupervisor).toMatch(/Ol=C3=A1, /)
    expect(toSupervisor).toContain(`report=3D${id}`)
  })

  it('have for each reader the numbers of what that reader may see', async () => {
    await admin.ok('PUT', `/users/${world.a.user.id}`, { granted: ['reports.read'] })
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const { id } = await supervisor.ok<{ id: string }>('POST', '/p/reports/saved', {
      name: 'De cada um',
      question: { ...question, period: { kind: 'days', from: day(-2), until: day(2) }, compares: false },
      isShared: false,
    })
    const readers = [world.a.user, world.a.supervisor]
    const choice = schedule(readers.map((reader) => reader.id))
    await supervisor.ok('PUT', `/p/reports/saved/${id}/schedule`, { ...choice, format: 'pdf' })
    const before = mail.taken.length
    await supervisor.ok('POST', `/p/reports/saved/${id}/schedule/send`)
    await holds(async () => {
      expect(mail.taken.length).toBe(before + 2)
    })
    const [toAgent, toSupervisor] = readers.map(({ email }) =>
      mail.taken
        .slice(before)
        .find(({ to }) => to.includes(email))!
        .raw.replace(/=\r?\n/g, ''),
    )
    // Of messages an agent counts those that they wrote.
    expect(toSupervisor).toContain('Mensagens recebidas | Per=C3=ADodo: 1')
    expect(toAgent).toContain('Mensagens recebidas | Per=C3=ADodo: 0')
    expect(toAgent).toMatch(/Content-Type: application\/pdf/i)
    await admin.ok('PUT', `/users/${world.a.user.id}`, { granted: [] })
    await supervisor.ok('POST', `/p/reports/saved/${id}/schedule/send`)
    await holds(async () => {
      expect((await deliveries('De cada um')).find(({ userId }) => userId === world.a.user.id)).toMatchObject({
        sentAt: null,
        failure: 'ERR_NO_PERMISSION',
      })
      expect(mail.taken.length, 'the other reader got it once more').toBe(before + 3)
    })
  })

  it('tell a reader nothing of conversations that are hidden from them, nor does their file', async () => {
    await world.channel.say('olga', 'Oi')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?limit=200')
    const { id: taken } = tickets.find(({ name }) => name === 'Cliente olga')!
    await admin.ok('PUT', `/tickets/${taken}`, { status: 'open' })
    await world.app.sweepFacts()
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const { id } = await supervisor.ok<{ id: string }>('POST', '/p/reports/saved', {
      name: 'Escondido',
      question: { ...question, period: { kind: 'days', from: day(-2), until: day(2) }, compares: false },
      isShared: true,
    })
    const readers = [world.a.admin, world.a.supervisor]
    await supervisor.ok('PUT', `/p/reports/saved/${id}/schedule`, schedule(readers.map((reader) => reader.id)))
    const before = mail.taken.length
    await supervisor.ok('POST', `/p/reports/saved/${id}/schedule/send`)
    await holds(async () => {
      expect(mail.taken.length).toBe(before + 2)
    })
    const opened = readers.map(({ email }) => {
      const { raw } = mail.taken.slice(before).find(({ to }) => to.includes(email))!
      const [, encoded] = /filename=Escondido-[^]+?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)!
      const [, total] = Buffer.from(encoded!, 'base64').toString().split('\r\n')
      return {
        letter: Number(/(?:Opened|Iniciados) \| .+?: (\d+)/.exec(raw)?.[1]),
        file: Number(total!.split(/[;,]/)[2]),
      }
    })
    const [seen, hidden] = [tickets.length, tickets.filter(({ userId }) => userId === null).length - 1]
    expect(hidden).toBeLessThan(seen)
    expect(opened).toEqual([
      { letter: seen, file: seen },
      { letter: hidden, file: hidden },
    ])
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'disabled' })
  })

  it('are stopped where the owner may not read reports any more, and not sent to who may not', async () => {
    const id = await save(supervisor, 'Parada')
    await supervisor.ok('PUT', `/p/reports/saved/${id}/schedule`, schedule([world.a.admin.id, world.a.supervisor.id]))
    const before = mail.taken.length
    await hasten(id)
    await holds(async () => {
      expect(mail.taken.length).toBe(before + 2)
    })
    expect((await named(supervisor, 'Parada'))!.schedule!.lastAt).not.toBeNull()
    await admin.ok('PUT', `/users/${world.a.supervisor.id}`, { denied: ['reports.read'] })
    await hasten(id)
    await holds(async () => {
      const [row] = await world.database.owner`select next_at from plg_reports.schedule where report_id = ${id}`
      expect(row).toMatchObject({ next_at: null })
    })
    expect(mail.taken.length).toBe(before + 2)
    await admin.ok('PUT', `/users/${world.a.supervisor.id}`, { denied: [] })
    supervisor = await world.signIn(world.a.supervisor)
    await supervisor.ok('PUT', `/p/reports/saved/${id}/schedule`, schedule([world.a.supervisor.id]))
    expect((await named(supervisor, 'Parada'))!.schedule!.nextAt).not.toBeNull()
    await supervisor.ok('DELETE', `/p/reports/saved/${id}/schedule`)
    expect((await named(supervisor, 'Parada'))!.schedule).toBeNull()
  })
})
