import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChatwootSimulator } from '../../plugins/import/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { beginImport, endedImport, saveSource, type Check } from './import-rig.ts'
import { whaticket, type OldSystem } from './import-source.ts'

type Message = MessagePage['messages'][number]

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const contract = Buffer.from('%PDF-1.4\n%%EOF\n')

let world: HookWorld, old: OldSystem, site: WebSite, ana: Person
const publicFolder = () => `http://127.0.0.1:${site.port}/public`
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ana = await world.signIn(world.a.admin)
  site = await webSite()
  site.answer('/public/1709-foto%20da%20loja.png', { headers: { 'content-type': 'image/png' }, body: picture })
  site.answer('/public/empresa1/contrato.pdf', { headers: { 'content-type': 'application/pdf' }, body: contract })
  // As a web app answers what it does not know.
  site.page('/public/pagina.jpg', '<title>Loja</title>')
  old = await whaticket(world.a.user.email)
  const said = (id: string, body: string, mediaUrl: string, minute: number) => old.sql`
    insert into "Messages" (id, body, "ticketId", "mediaType", "mediaUrl", "createdAt", "updatedAt")
    values (${id}, ${body}, 2, 'image', ${mediaUrl},
      '2024-06-01 12:00Z'::timestamptz + ${minute} * interval '1 minute', now())`
  await said('F1', 'Olhe a vitrine', '1709-foto da loja.png', 1)
  await said('F2', 'empresa1/contrato.pdf', 'empresa1/contrato.pdf', 2)
  await said('F3', 'sumiu.jpg', 'sumiu.jpg', 3)
  await said('F4', 'pagina.jpg', 'pagina.jpg', 4)
  await saveSource(ana, { ...old.settings, filesUrl: publicFolder() })
})
afterAll(async () => {
  await world.close()
  await old.drop()
  await site.close()
})

const begin = (files: boolean, more: object = {}) =>
  beginImport(ana, {
    mapping: { connections: { 1: world.channel.connectionId }, users: { 1: world.a.user.id }, files, ...more },
    isRehearsal: false,
  })
const run = async (files: boolean, more?: object) => endedImport(ana, await begin(files, more))
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const messagesOf = async (name: string, person = ana): Promise<readonly Message[]> => {
  const { tickets } = await person.ok<TicketPage>('GET', everything)
  const ticket = tickets.find((one) => one.name === name)!
  return (await person.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages
}
const bytesOf = async (message: Message): Promise<Buffer> =>
  Buffer.from(await (await fetch(world.base + message.media[0]!.url!)).arrayBuffer())
const files = (all: readonly Message[]) => all.filter(({ parts }) => parts.some(({ kind }) => kind === 'media'))

describe('files of a database', () => {
  it('are offered where their address is known, and stay out unless they are asked for', async () => {
    expect(await ana.ok<Check>('POST', '/p/import/check', {})).toMatchObject({ files: true })
    expect(await run(false)).toMatchObject({ state: 'done' })
    expect(site.asked).toEqual([])
    const all = await messagesOf('Pessoa 2')
    expect(files(all)).toEqual([])
    expect(all.map(({ body }) => body)).toContain('[1709-foto da loja.png]\nOlhe a vitrine')
  })

  it('S1-054 come along with what was written, and what is missing is told by its name', async () => {
    const done = await run(true)
    expect(done).toMatchObject({
      state: 'done',
      error: null,
      // Four of this test's, and one of the old system's own.
      read: { file: 5 },
      counts: { message: { made: 0, changed: 0 }, file: { made: 2, known: 0 } },
      problems: { fileMissing: 3 },
    })
    const all = await messagesOf('Pessoa 2')
    const [photo, letter] = files(all)
    expect(photo!.parts).toMatchObject([{ kind: 'media', as: 'image', mime: 'image/png', caption: 'Olhe a vitrine' }])
    expect((await bytesOf(photo!)).equals(picture)).toBe(true)
    expect(letter!.parts).toMatchObject([{ kind: 'media', as: 'document', mime: 'application/pdf' }])
    expect(letter!.parts[0]).not.toHaveProperty('caption')
    expect((await bytesOf(letter!)).equals(contract)).toBe(true)
    expect(all.map(({ body }) => body)).toEqual(expect.arrayContaining(['[sumiu.jpg]', '[pagina.jpg]']))
    expect(all.every(({ read }) => read)).toBe(true)
  })

  it('a second time are fetched only where they were missing, and change nothing', async () => {
    site.answer('/public/sumiu.jpg', { headers: { 'content-type': 'image/png' }, body: picture })
    const before = await messagesOf('Pessoa 2')
    expect(await run(true)).toMatchObject({
      state: 'done',
      counts: { message: { made: 0, changed: 0 }, file: { made: 1, known: 2 } },
      problems: { fileMissing: 2 },
    })
    expect(site.times('/public/1709-foto%20da%20loja.png')).toBe(1)
    const [photo] = files(await messagesOf('Pessoa 2'))
    expect(photo!.parts).toEqual(files(before)[0]!.parts)
    expect(files(await messagesOf('Pessoa 2'))).toHaveLength(3)
    // Without files asked for, those that came stay.
    expect(await run(false)).toMatchObject({ counts: { message: { made: 0, changed: 0 } } })
    expect(files(await messagesOf('Pessoa 2'))).toHaveLength(3)
  })

  it('wait as long as the old system asks for', async () => {
    let asked = 0
    site.answer('/public/pagina.jpg', () =>
      Promise.resolve(
        ++asked === 1
          ? { status: 429, headers: { 'retry-after': '1' } }
          : { headers: { 'content-type': 'image/png' }, body: picture },
      ),
    )
    expect(await run(true)).toMatchObject({ state: 'done', counts: { file: { made: 1, known: 3 } } })
    expect(asked).toBe(2)
  })

  it('that nobody reaches stop the import with a reason, and it goes on from there', async () => {
    await old.sql`
      insert into "Messages" (id, body, "ticketId", "mediaType", "mediaUrl", "createdAt", "updatedAt")
      select 'G' || n, 'g' || n || '.png', 4, 'image', 'g' || n || '.png', '2024-06-01', now()
        from generate_series(1, 9) n`
    for (let n = 1; n <= 9; n++)
      site.answer(`/public/g${n}.png`, { headers: { 'content-type': 'image/png' }, body: picture })
    await saveSource(ana, { ...old.settings, filesUrl: 'http://127.0.0.1:1/public' })
    const failed = await run(true)
    expect(failed).toMatchObject({ state: 'failed', stage: 'file', error: 'ERR_IMPORT_FILES' })
    expect((await messagesOf('Pessoa 4')).map(({ body }) => body)).toContain('[g1.png]')
    await saveSource(ana, { ...old.settings, filesUrl: publicFolder() })
    expect(await endedImport(ana, await ana.ok('POST', `/p/import/runs/${failed.id}/resume`))).toMatchObject({
      state: 'done',
      counts: { file: { made: 9 } },
    })
    expect(files(await messagesOf('Pessoa 4'))).toHaveLength(9)
  })

  it('go a day after the import was taken back', async () => {
    const { owner } = world.database
    const stored = async () =>
      (
        await owner<{ files: number }[]>`
        select count(*)::integer as files from core.media where tenant_id = ${world.a.id}`
      )[0]!.files
    expect(await stored()).toBe(13)
    const runs = await ana.ok<{ id: string }[]>('GET', '/p/import/runs')
    for (const { id } of runs) await endedImport(ana, await ana.ok('POST', `/p/import/runs/${id}/undo`))
    await world.app.sweepUploads()
    expect(await stored()).toBe(13)
    await owner`update core.upload set created_at = now() - interval '25 hours' where tenant_id = ${world.a.id}`
    await world.app.sweepUploads()
    expect(await stored()).toBe(0)
    expect(await run(true)).toMatchObject({ state: 'done', counts: { file: { made: 13, known: 0 } } })
  })
})

describe('files of Chatwoot', () => {
  it('are fetched from where it sends to, and those of another company are its own', async () => {
    const chatwoot = await ChatwootSimulator.start({ agentEmail: world.b.user.email })
    const bia = await world.signIn(world.b.admin)
    try {
      await saveSource(bia, { url: chatwoot.url, account: 1, token: 'simulated-token' })
      const mapping = { from: 'chatwoot', connections: { 1: world.otherChannel.connectionId }, files: true }
      const done = await endedImport(bia, await beginImport(bia, { mapping, isRehearsal: false }))
      expect(done).toMatchObject({ state: 'done', error: null, counts: { file: { made: 1 } } })
      const [photo] = files(await messagesOf('Cliente 2', bia))
      expect(photo!.parts).toMatchObject([{ kind: 'media', as: 'image', name: 'foto da loja.png' }])
      expect((await bytesOf(photo!)).subarray(1, 4).toString()).toBe('PNG')
    } finally {
      await chatwoot.close()
    }
  })
})
