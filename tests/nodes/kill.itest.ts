import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { Person, password } from '../harness/app.ts'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { twoTenants, type TestTenant } from '../harness/tenants.ts'

const repository = join(import.meta.dirname, '..', '..')
const signingSecret = 'a signing secret for tests'
const kills = 3
const perRound = 120

let database: TestDatabase
let tenant: TestTenant
let dataDir: string
let port: number
let server: ChildProcess | undefined

/** The product's own start, as a process that can be killed. Resolves when it says that it is ready. */
async function start(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(repository, 'core/src/main.ts')], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      // As `npm start` gives it.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: database.ownerUrl,
      RECADO_SECRET: database.secret,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
  })
  server = child
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout!.on('data', (text: Buffer) => {
      if ((said += text).includes('Recado is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  return performance.now() - began
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => server!.once('exit', resolve))
  server!.kill('SIGKILL')
  await gone
}

beforeAll(async () => {
  database = await testDatabase()
  tenant = (await twoTenants(database.owner, { passwordHash: await new Passwords().hash(password) })).a
  dataDir = mkdtempSync(join(tmpdir(), 'recado-kill-'))
  mkdirSync(join(dataDir, 'plugins'))
  symlinkSync(hookPlugin, join(dataDir, 'plugins', 'hook'))
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
})
afterAll(async () => {
  if (server?.exitCode === null) await kill()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('a node that is killed', () => {
  it('promises 1, 2, 3 and 6: loses nothing it accepted, stores nothing twice, keeps the order and is back within 10 s', async () => {
    await start()
    const base = `http://127.0.0.1:${port}`
    const login = await fetch(`${base}/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: tenant.admin.email, password }),
    })
    const admin = new Person(base, (await login.json()) as never)
    await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
    const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', {
      name: `Hook ${randomUUID()}`,
      type: 'hook',
      config: { target: 'https://provider.example/messages', signingSecret },
    })
    const [row] = await database.owner<
      { hook_secret: string }[]
    >`select hook_secret from core.connection where id = ${id}`
    const hook = `${base}/hooks/hook/${id}/${row!.hook_secret}`

    const accepted = new Set<string>()
    /** As providers do: until it is accepted. */
    const deliver = async (external: string, chat: string): Promise<void> => {
      const body = JSON.stringify({
        events: [
          {
            type: 'message',
            id: external,
            chat,
            from: { id: chat, name: chat },
            text: external,
            at: new Date().toISOString(),
          },
        ],
      })
      const headers = {
        'content-type': 'application/json',
        'x-hook-signature': createHmac('sha256', signingSecret).update(body).digest('hex'),
      }
      while (!accepted.has(external)) {
        const response = await fetch(hook, { method: 'POST', body, headers }).catch(() => undefined)
        if (response?.status === 200) accepted.add(external)
        else await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const sent: string[] = []
    for (let round = 0; round <= kills; round++) {
      // Ten chats side by side, each one message after the other; the kill comes in the middle of them.
      const chats = Array.from({ length: 10 }, async (_, chat) => {
        for (let index = 0; index < perRound / 10; index++) {
          const external = `r${round}-c${chat}-${String(index).padStart(2, '0')}`
          sent.push(external)
          await deliver(external, `chat-${chat}`)
        }
      })
      if (round < kills) {
        while (accepted.size < round * perRound + perRound / 3) await new Promise((resolve) => setImmediate(resolve))
        const before = new Set(accepted)
        await kill()
        const stored = new Set(
          (
            await database.owner<
              { external_id: string }[]
            >`select external_id from core.message where connection_id = ${id}`
          ).map((message) => message.external_id),
        )
        expect([...before].filter((external) => !stored.has(external))).toEqual([])
        expect(await start()).toBeLessThan(10_000)
      }
      await Promise.all(chats)
    }

    const stored = await database.owner<{ external_id: string; chat: string; position: string }[]>`
      select m.external_id, t.chat, m.position from core.message m join core.ticket t on t.id = m.ticket_id where m.connection_id = ${id} order by m.position`
    expect(stored.map((message) => message.external_id).toSorted()).toEqual(sent.toSorted())
    for (let chat = 0; chat < 10; chat++) {
      const order = stored.filter((message) => message.chat === `chat-${chat}`).map((message) => message.external_id)
      expect(order).toEqual(order.toSorted())
    }
    const tickets = await database.owner<{ unread: number; messages: number }[]>`
      select t.unread, (select count(*)::integer from core.message m where m.ticket_id = t.id) as messages from core.ticket t where t.connection_id = ${id}`
    expect(tickets).toHaveLength(10)
    for (const ticket of tickets) expect(ticket.unread).toBe(ticket.messages)
  }, 90_000)
})
