import { platformSettings } from '@recado/contracts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { busOfTest } from '../../core/src/bus/bus.rig.ts'
import { GlobalSettings } from '../../core/src/platform/global-settings.ts'
import { plugin } from '../../plugins/typebot/src/plugin.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

const token = 'um-segredo-da-casa'
const asked: (string | undefined)[] = []
const server = createServer(({ headers }, response) => {
  asked.push(headers.authorization)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"sessionId":"s","messages":[{}]}')
})

let node: TestApp
/** A master, who is administrator of the first company, and the administrator of the second. */
let [master, bia]: Person[] = []
let typebotUrl: string
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  typebotUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node = await testApp({ app: { egress: { allow: ['127.0.0.1/32'] } } })
  await node.database
    .owner`update core.user_account set is_master = true, consent_version = 99 where id = ${node.a.admin.id}`
  ;[master, bia] = [await node.signIn(node.a.admin), await node.signIn(node.b.admin)]
  for (const person of [master, bia]) await person.ok('PUT', '/api/plugins/typebot', { enabled: true })
})
afterAll(async () => {
  await node?.close()
  await new Promise((resolve) => void server.close(resolve))
})

const attempt = (person: Person) => person.ok('POST', '/p/typebot/trials', { typebotId: 'bemvindo' })

test('S7-100 what a master fills in is used for every company, and only its outcome is told', async () => {
  expect(await attempt(bia!)).toEqual({ outcome: 'unset', messages: 0 })
  await master!.ok('PUT', '/global-settings', { typebotUrl, typebotToken: token })
  for (const person of [master!, bia!]) expect(await attempt(person)).toEqual({ outcome: 'started', messages: 1 })
  expect(asked).toEqual([`Bearer ${token}`, `Bearer ${token}`])
  await master!.ok('PUT', '/global-settings', { typebotToken: null })
  expect(await attempt(bia!)).toEqual({ outcome: 'unset', messages: 0 })
  expect(asked).toHaveLength(2)
})

test('a secret is not given to who holds the address of another server', async () => {
  const { db, secret } = node.database
  const declared = platformSettings('typebot', plugin.platformSettings, plugin.errors)
  const bus = await busOfTest({ db, log: { debug() {}, info() {}, warn() {}, error() {} } })
  const globals = new GlobalSettings({ db, bus, secret, declared: () => [declared] })
  const viewer = { tenantId: node.a.id, userId: node.a.admin.id } as Parameters<GlobalSettings['change']>[0]
  try {
    await globals.change(viewer, { typebotUrl: 'https://um.example/bot', typebotToken: token })
    const facts = await globals.declaredFacts(declared)
    expect(facts.platformSettings).toEqual({ typebotUrl: 'https://um.example/bot' })
    expect(await facts.platformSecrets.get('typebotToken')).toBe(token)
    expect(await facts.platformSecrets.get('typebotUrl')).toBeUndefined()
    await globals.change(viewer, { typebotUrl: 'https://um.example/outro' })
    expect(await facts.platformSecrets.get('typebotToken')).toBe(token)
    await globals.change(viewer, { typebotUrl: 'https://outro.example', typebotToken: 'outro-segredo' })
    expect(await facts.platformSecrets.get('typebotToken')).toBeUndefined()
    const later = await globals.declaredFacts(declared)
    expect(await later.platformSecrets.get('typebotToken')).toBe('outro-segredo')
  } finally {
    globals.close()
    await bus.close()
  }
})
