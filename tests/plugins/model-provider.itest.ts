import { join } from 'node:path'
import type { TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'

let world: HookWorld
let ana: Person
beforeAll(async () => {
  const own = ['flows', 'ai'].map((name) => join(import.meta.dirname, '..', '..', 'plugins', name))
  world = await hookWorld({}, [pluginFolder(...own, join(import.meta.dirname, 'oracle'))])
  ana = await world.signIn(world.a.admin)
})
afterAll(() => world.close())

it('somebody else’s provider answers what agents ask of the plugin ai, and is counted as its', async () => {
  await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings: { provider: 'plugin' } })
  await ana.ok('PUT', '/api/plugins/oracle', { enabled: true })
  expect(await ana.ok('POST', '/p/ai/models')).toEqual({ plugin: 'oracle', offers: ['model'], models: [] })
  await world.channel.say('oraculo-agente', 'Quando chega?')
  const { tickets } = await ana.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')
  const ticketId = tickets[0]!.id
  const rewrite = async (): Promise<string> => {
    const response = await fetch(`${world.base}/p/ai/rewrite`, {
      method: 'POST',
      headers: { ...ana.credentials, 'content-type': 'application/json' },
      body: JSON.stringify({ ticketId, text: 'Chega amanhã.', wish: { kind: 'shorten' } }),
    })
    return response.text()
  }
  expect(await rewrite()).toContain('Ouvi: ')
  const { spent } = await ana.ok<{ spent: { purpose: string; asked: number }[] }>('GET', '/p/ai/usage')
  expect(spent).toEqual([expect.objectContaining({ purpose: 'rewrite', asked: 1 })])
  await ana.ok('PUT', '/api/plugins/oracle', { enabled: false })
  expect(await ana.refused('POST', '/p/ai/models')).toBe('422 ERR_AI_NO_PLUGIN')
  expect(await rewrite()).toContain('ERR_AI_NO_PLUGIN')
  await ana.ok('PUT', '/api/plugins/oracle', { enabled: true })
}, 40_000)

it('somebody else’s provider of models answers what a flow asks, as long as the company has it on', async () => {
  const edge = ([from, outlet, to]: readonly string[], at: number) => ({ id: `e${at}`, from, outlet, to })
  const graph = {
    nodes: [
      { id: 'start', kind: 'start', data: {} },
      { id: 'ask', kind: 'ai', data: { instructions: 'Repita.', text: '{{lastMessage}}', variable: 'wish' } },
      { id: 'good', kind: 'close', data: { text: 'Anotado: {{wish}}' } },
      { id: 'bad', kind: 'close', data: { text: 'Sem resposta' } },
    ],
    edges: [
      ['start', 'next', 'ask'],
      ['ask', 'success', 'good'],
      ['ask', 'error', 'bad'],
    ].map(edge),
    settings: {},
  }
  const { id } = await ana.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Oráculo', graph })
  await ana.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await ana.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
  const places = [{ plugin: 'flows', name: 'main', input: { flow: id } }]
  await ana.ok('PUT', '/responders', { scope: { kind: 'company' }, places })
  const heard = async (chat: string): Promise<string[]> => {
    await world.channel.say(chat, 'um bolo')
    const told = () => world.far.delivered.filter((one) => one.chat === chat).flatMap(({ texts }) => texts)
    return eventually(
      async () => told(),
      (all) => all.length > 0,
      14_000,
    )
  }
  expect((await heard('oraculo-ligado'))[0]).toMatch(/^Anotado: Ouvi: um bolo \(.+\)$/)
  await ana.ok('PUT', '/api/plugins/oracle', { enabled: false })
  expect(await heard('oraculo-desligado')).toEqual(['Sem resposta'])
}, 40_000)
