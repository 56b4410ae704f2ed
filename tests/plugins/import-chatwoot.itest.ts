import { join } from 'node:path'
import type { MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChatwootSimulator } from '../../plugins/import/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { beginImport, endedImport, saveSource, type Check, type Run } from './import-rig.ts'

let world: HookWorld, chatwoot: ChatwootSimulator, ana: Person
beforeAll(async () => {
  world = await hookWorld({}, [pluginFolder(join(import.meta.dirname, '../../plugins/import'))])
  ana = await world.signIn(world.a.admin)
  chatwoot = await ChatwootSimulator.start({ agentEmail: world.a.user.email })
})
afterAll(async () => {
  await world.close()
  await chatwoot.close()
})

const source = () => ({ url: chatwoot.url, account: 1, token: 'simulated-token' })
const check = () => ana.call<Check>('POST', '/p/import/check', { from: 'chatwoot' })
const run = async (isRehearsal = false) => {
  const mapping = {
    from: 'chatwoot',
    connections: { 1: world.channel.connectionId },
    users: { 7: world.a.user.id },
  }
  return endedImport(ana, await beginImport(ana, { mapping, isRehearsal }))
}
const everything = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200&showAll=true'
const tickets = async () => (await ana.ok<TicketPage>('GET', everything)).tickets

describe('Chatwoot', () => {
  it('S8-163 S8-164 says what is missing or wrong with its address', async () => {
    expect(await check()).toMatchObject({ status: 422, body: { error: 'ERR_IMPORT_SOURCE_REQUIRED' } })
    await saveSource(ana, { ...source(), token: 'another' })
    expect(await check()).toMatchObject({ status: 502, body: { error: 'ERR_IMPORT_CONNECTION' } })
    await saveSource(ana, { ...source(), url: 'http://169.254.169.254' })
    expect(await check()).toMatchObject({ status: 502, body: { error: 'ERR_IMPORT_CONNECTION' } })
    await saveSource(ana, { ...source(), account: 2 })
    expect(await check()).toMatchObject({ status: 422, body: { error: 'ERR_IMPORT_SYSTEM' } })
  })

  it('is described by its inboxes, agents, teams and labels', async () => {
    await saveSource(ana, source())
    expect(await check()).toMatchObject({
      status: 200,
      body: {
        system: 'chatwoot',
        connections: [
          { ref: '1', name: 'WhatsApp' },
          { ref: '2', name: 'Site' },
        ],
        users: [{ ref: '7', email: world.a.user.email }, { ref: '8' }],
        totals: { queue: 1, tag: 1, quickMessage: 2, contact: 40, ticket: 41 },
      },
    })
  })

  it('a rehearsal reads all of it and writes nothing', async () => {
    expect(await run(true)).toMatchObject({ state: 'done', counts: {}, read: { contact: 40, ticket: 41 } })
    expect(await tickets()).toEqual([])
  })

  it('S1-054 is imported twice and nothing is there twice', async () => {
    const first = await run()
    expect(first).toMatchObject({
      state: 'done',
      error: null,
      counts: { queue: { made: 1 }, tag: { made: 1 }, contact: { made: 41 }, ticket: { made: 31 } },
      problems: { connectionLeftOut: 10 },
    })
    const second = await run()
    const { ticket, message } = first.counts
    expect(second.counts).toMatchObject({
      contact: { made: 0, changed: 0, known: 41 },
      ticket: { made: 0, changed: 0, known: ticket!.made },
      message: { made: 0, changed: 0, known: message!.made },
    })
  })

  it('a long conversation is whole, with its people, days and quotes', async () => {
    const all = await tickets()
    const one = all.find(({ name }) => name === 'Cliente 1')!
    expect(one).toMatchObject({ status: 'closed', userId: world.a.user.id, createdAt: '2024-03-01T12:00:00.000Z' })
    const read: MessagePage['messages'][number][] = []
    for (let page = 1; read.length < 130 && page < 20; page++)
      read.push(...(await ana.ok<MessagePage>('GET', `/messages/${one.id}?pageNumber=${page}`)).messages)
    expect(new Set(read.map(({ body }) => body)).size).toBe(130)
    const said = (body: string) => read.find((message) => message.body === body)!
    expect(said('Mensagem 3 de Cliente 1').quotedMsgId).toBe(said('Mensagem 1 de Cliente 1').id)
    expect(said('Mensagem 2 de Cliente 1')).toMatchObject({ fromMe: true })
    expect(all.map(({ name }) => name)).toContain('quiet-river-7')
  })

  it('notes among agents and lines of events are left out, files are told by name', async () => {
    const one = (await tickets()).find(({ name }) => name === 'Cliente 2')!
    const { messages } = await ana.ok<MessagePage>('GET', `/messages/${one.id}`)
    const bodies = messages.map(({ body }) => body)
    expect(bodies).toContain('[foto da loja.png]')
    expect(bodies).not.toContain('só entre nós')
    expect(bodies).not.toContain('Conversa resolvida')
    expect(messages).toHaveLength(5)
  })

  it('waits as long as it is told to, and goes on where it was', async () => {
    chatwoot.faults.plan('messages', { status: 429, retryAfter: 1 })
    const at = Date.now()
    const begun = await beginImport(ana, {
      mapping: { from: 'chatwoot', connections: { 1: world.channel.connectionId } },
      isRehearsal: true,
    })
    expect(await endedImport(ana, begun)).toMatchObject({ state: 'done', error: null, read: { ticket: 41 } })
    expect(Date.now() - at).toBeGreaterThanOrEqual(1_000)
  })

  it('S8-165 a failure in the middle is told, and it goes on when told to', async () => {
    chatwoot.faults.plan('messages', { status: 500 })
    const begun = await beginImport(ana, {
      mapping: { from: 'chatwoot', connections: { 1: world.channel.connectionId } },
      isRehearsal: true,
    })
    const failed = await endedImport(ana, begun)
    expect(failed).toMatchObject({ state: 'failed', error: 'ERR_IMPORT_CONNECTION' })
    expect(await endedImport(ana, await ana.ok<Run>('POST', `/p/import/runs/${failed.id}/resume`))).toMatchObject({
      state: 'done',
      read: { ticket: 41 },
    })
  })
})
