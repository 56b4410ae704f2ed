import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'

let models: ModelSimulator
const nodes: TestApp[] = []
beforeAll(async () => {
  models = await ModelSimulator.start()
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await models?.close()
})

/** A node, and what its administrator is answered who sets a provider within a private network and tests it. */
async function tried(egress: object): Promise<string> {
  const node = await testApp({ app: egress })
  nodes.push(node)
  const ana = await node.signIn(node.a.admin)
  const settings = { url: models.baseUrl, apiKey: models.apiKey }
  await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings })
  const { status, body } = await ana.call<{ error?: string }>('POST', '/p/ai/models', {})
  return `${status} ${body.error ?? 'answers'}`
}

it('a model server within a private network is reached only where the installation allows that network', async () => {
  expect(await tried({})).toBe('502 ERR_AI_UNREACHABLE')
  expect(models.requests, 'nothing came there').toEqual([])
  expect(await tried({ egress: { allow: ['127.0.0.0/8'] } })).toBe('200 answers')
})
