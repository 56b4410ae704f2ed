import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import type { App } from '../../core/src/composition/running-app.ts'
import { eventually, Person, quiet, testApp, type TestApp } from '../harness/app.ts'
import { natsForTests } from '../harness/nats.ts'
import { stranger } from '../harness/stranger.ts'
import { enable, install, masterOf } from '../plugins/install.rig.ts'

const nats = await natsForTests()

const talker = (version: string): Promise<Buffer> =>
  stranger('talker', {
    version,
    definition:
      "routes: { say: defineRoute({ method: 'GET', path: '/say', summary: 'Says its version.', access: { kind: " +
      "'session', permission: 'tickets.read' }, rate: 'read', response: z.object({ said: z.string() }) }) },",
    implementation: `routes: { async say() { return { said: '${version}' } } },`,
  })

/** The nodes share the database and nothing else: each has a data folder of its own. */
describe.runIf(nats !== undefined)('a plugin that was installed on one node', () => {
  let node: TestApp
  let second: App
  let dataDir: string
  let here: Person
  let there: Person
  const open = (): Promise<App> =>
    createApp({
      ownerUrl: node.database.ownerUrl,
      appUrl: node.database.appUrl,
      roles: node.database.roles,
      secret: node.database.secret,
      natsUrl: nats!.url,
      dataDir,
      host: '127.0.0.1',
      port: 0,
      version: '0.0.0',
      log: quiet,
      connections: 24,
      pluginFolders: [],
      pluginSignatures: 'ask',
    })
  const said = async (): Promise<string> => {
    const { body } = await there.call<{ said?: string; error?: string }>('GET', '/p/talker/say')
    return body.said ?? body.error!
  }
  beforeAll(async () => {
    node = await testApp({ pluginFolders: [], app: { natsUrl: nats!.url, pluginSignatures: 'ask' } })
    dataDir = mkdtempSync(join(tmpdir(), 'recado-second-'))
    second = await open()
    here = await masterOf(node, node.a.admin)
    there = new Person(`http://127.0.0.1:${second.port}`, here.login)
  })
  afterAll(async () => {
    await second.close()
    await node.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('runs on the others too, from the archive in the database', async () => {
    await install(here, await talker('1.0.0'))
    await enable(here, 'talker')
    await eventually(said, (answer) => answer === '1.0.0')
    expect(readdirSync(join(dataDir, 'plugins/talker'))).toEqual([expect.stringMatching(/^1\.0\.0-[0-9a-f]{12}$/)])
  })

  it('is replaced on the others, whichever node it was replaced on', async () => {
    await install(there, await talker('1.1.0'))
    expect(await said()).toBe('1.1.0')
    await eventually(
      () => here.call<{ said: string }>('GET', '/p/talker/say'),
      ({ body }) => body.said === '1.1.0',
    )
  })

  it('comes to a node that was away, whose folder is empty', async () => {
    await second.close()
    rmSync(dataDir, { recursive: true, force: true })
    await install(here, await talker('1.2.0'))
    second = await open()
    there = new Person(`http://127.0.0.1:${second.port}`, here.login)
    expect(await said()).toBe('1.2.0')
  })

  it('goes from the others with its files', async () => {
    await here.ok('DELETE', '/plugins/talker/installation')
    expect(await eventually(said, (answer) => answer === 'ERR_NOT_FOUND')).toBe('ERR_NOT_FOUND')
    expect(
      await eventually(
        () => existsSync(join(dataDir, 'plugins/talker')),
        (present) => !present,
      ),
    ).toBe(false)
  })
})
