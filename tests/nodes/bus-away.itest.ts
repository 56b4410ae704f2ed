import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StreamHello } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import type { App } from '../../core/src/composition/running-app.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { busServer } from '../faults/bus-server.ts'
import { eventually, Person, quiet } from '../harness/app.ts'
import { faultProxy, type FaultProxy } from '../harness/fault-proxy.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'

const bus = await busServer()
const hellosOf = (received: readonly { readonly event: string; readonly data: unknown }[]): StreamHello[] =>
  received.filter(({ event }) => event === 'stream:hello').map(({ data }) => data as StreamHello)

describe.runIf(bus !== undefined)('two nodes whose NATS is away', () => {
  let world: HookWorld
  let second: App
  let there: Person
  let stranger: Person
  let dataDir: string
  let proxy: FaultProxy
  beforeAll(async () => {
    proxy = await faultProxy({ host: '127.0.0.1', port: Number(new URL(bus!.url).port) })
    world = await hookWorld({ natsUrl: `nats://127.0.0.1:${proxy.port}` })
    dataDir = mkdtempSync(join(tmpdir(), 'recado-second-'))
    const { ownerUrl, appUrl, secret, roles } = world.database
    second = await createApp({
      ownerUrl,
      appUrl,
      secret,
      roles,
      natsUrl: bus!.url,
      dataDir,
      host: '127.0.0.1',
      port: 0,
      version: '0.0.0',
      log: quiet,
      connections: 24,
      pluginFolders: [pluginFolder(hookPlugin)],
      egress: { allow: ['127.0.0.0/8'] },
    })
    const base = `http://127.0.0.1:${second.port}`
    there = new Person(base, (await world.signIn(world.a.user)).login)
    stranger = new Person(base, (await world.signIn(world.b.admin)).login)
  })
  afterAll(async () => {
    there.close()
    stranger.close()
    await second.close()
    await world.close()
    await proxy.close()
    await bus!.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('tell the screens of the other node within 5 s that something happened, and nobody else', async () => {
    const [listener, unconcerned] = [await there.listen(), await stranger.listen()]
    await world.channel.say(randomUUID(), 'enquanto os nós se ouvem')
    await eventually(() => listener.received.some(({ event }) => event !== 'stream:hello'))
    await bus!.kill()
    // Once everybody: the other node is not heard any more.
    await eventually(() => hellosOf(unconcerned.received).length > 1, Boolean, 20_000)
    const said = performance.now()
    const seen = hellosOf(listener.received).length
    await world.channel.say(randomUUID(), 'enquanto o barramento não responde')
    await eventually(() => hellosOf(listener.received).length > seen)
    expect(performance.now() - said).toBeLessThan(5_000)
    expect(hellosOf(listener.received).at(-1)).toMatchObject({ resync: true })
    expect(hellosOf(unconcerned.received)).toHaveLength(2)
    await bus!.start()
    await eventually(() => hellosOf(unconcerned.received).length > 2)
  }, 60_000)

  it('tell each other what one of them could not say while it alone did not reach NATS', async () => {
    const [listener, unconcerned] = [await there.listen(), await stranger.listen()]
    await world.channel.say(randomUUID(), 'enquanto os nós se ouvem de novo')
    await eventually(() => listener.received.some(({ event }) => event !== 'stream:hello'))
    const before = [listener, unconcerned].map(({ received }) => hellosOf(received).length)
    proxy.refuse(true)
    proxy.reset()
    // The other node misses it and has everybody fetch once.
    const haveFetched = () =>
      [listener, unconcerned].every(({ received }, index) => hellosOf(received).length > before[index]!)
    await eventually(haveFetched, Boolean, 20_000)
    const [seen, unseen] = [listener, unconcerned].map(({ received }) => hellosOf(received).length)
    await world.channel.say(randomUUID(), 'enquanto só um nó não alcança o barramento')
    proxy.refuse(false)
    await eventually(() => hellosOf(listener.received).length > seen!, Boolean, 20_000)
    expect(hellosOf(unconcerned.received)).toHaveLength(unseen!)
  }, 60_000)
})
