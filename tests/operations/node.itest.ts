import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { root } from '../docs/documents.ts'
import { reportAbsence } from '../harness/absence.ts'
import { freePort } from '../harness/free-port.ts'
import { overTcp } from '../harness/over-tcp.ts'
import { onPath } from '../harness/programs.ts'
import { block, renamed } from './blocks.ts'

/*
 * A node as the pages of docs/operations set it up: the database of postgresql.md, the NATS of nats.md, the environment
 * of nodes.md, and the command and signal of supervisor.md.
 */

function hasNatsServer(): boolean {
  if (onPath('nats-server') !== undefined) return true
  reportAbsence('a node as the pages of operations set it up', 'there is no nats-server on the PATH')
  return false
}

/** `name=value` of each line, as systemd reads them. */
const assignments = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))

const cluster = (database?: string): Sql => {
  const address = overTcp(inject('cluster').url)
  if (database !== undefined) address.pathname = database
  return postgres(address.href, { max: 1, onnotice: () => undefined })
}

describe('postgresql.md', () => {
  it('names settings that PostgreSQL knows, with values that it takes', async () => {
    const sql = cluster()
    const settings = [...block('postgresql.md', 'max_connections').matchAll(/^(\w+) = '?(.*?)'?$/gm)]
    expect(settings.length).toBeGreaterThan(5)
    // Written into a file that this server never reads again.
    for (const [, name, value] of settings) {
      await sql.unsafe(`alter system set ${name} = '${value}'`)
      await sql.unsafe(`alter system reset ${name}`)
    }
    await sql.end()
  })
})

describe.runIf(hasNatsServer())('a node', () => {
  const names = { database: `pages_${process.pid}`, owner: `owner_of_pages_${process.pid}` }
  const folder = mkdtempSync(join(tmpdir(), 'recado-pages-'))
  let natsPort: number
  let stopNats: () => Promise<unknown>

  beforeAll(async () => {
    const sql = cluster()
    const owner = { recado_owner: names.owner, 'database recado': `database ${names.database}` }
    const statements = renamed(block('postgresql.md', 'create database'), owner).split(';\n')
    for (const statement of statements) await sql.unsafe(statement)
    await sql.end()

    natsPort = await freePort()
    const config = join(folder, 'nats-server.conf')
    const places = { '10.0.0.41:4222': `127.0.0.1:${natsPort}`, '/var/lib/nats': folder }
    writeFileSync(config, renamed(block('nats.md', 'jetstream {'), places))
    const nats = spawn('nats-server', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    const lines = createInterface({ input: nats.stderr })
    await new Promise<void>((resolve, reject) => {
      nats.once('exit', (code) => reject(new Error(`nats-server ended with ${code}`)))
      lines.on('line', (line) => {
        if (line.includes('Server is ready')) resolve()
      })
    })
    stopNats = () => {
      nats.kill('SIGTERM')
      return once(nats, 'exit')
    }
  })
  afterAll(async () => {
    await stopNats()
    const sql = cluster()
    await sql.unsafe(`drop database ${names.database} with (force)`)
    await sql.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('starts, has NATS, lets its administrator in and ends with 0 at the signal of the unit', async () => {
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const unit = assignments(
      renamed(block('supervisor.md', '[Service]'), {
        '/usr/bin/npm': onPath('npm')!,
        '/var/cache/recado': join(folder, 'cache'),
      }),
    )
    const variables = assignments(
      renamed(block('nodes.md', 'DATABASE_URL='), {
        'PORT=3000': `PORT=${port}`,
        '/srv/recado': folder,
        recado_owner: names.owner,
        '10.0.0.31:5432/recado': `${overTcp(inject('cluster').url).host}/${names.database}`,
        '10.0.0.41:4222': `127.0.0.1:${natsPort}`,
        'https://atendimento.example.com': base,
        'change-me-secret': 'change-me-secret'.repeat(2),
      }),
    )
    const [npm, ...args] = unit['ExecStart']!.split(' ')
    const ofUnit = assignments(unit['Environment']!.replaceAll(' ', '\n'))
    const started = spawn(npm!, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env['PATH'], HOME: folder, ...ofUnit, ...variables },
    })
    const ended = once(started, 'exit')
    onTestFinished(() => void started.kill('SIGTERM'))
    const said: string[] = []
    const lines = createInterface({ input: started.stdout }).on('line', (line) => said.push(line))
    const password = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        const shown = /^Sign in as you@example\.com with the password (\S+)/.exec(line)
        if (shown) resolve(shown[1]!)
      })
      void ended.then(([code]) => reject(new Error(`npm start ended with ${code}:\n${said.join('\n')}`)))
    })
    expect(await (await fetch(`${base}/readyz`)).json()).toMatchObject({ status: 'ready', information: { nats: 'up' } })
    expect((await postLogin(base, { email: variables['RECADO_ADMIN_EMAIL'], password })).status).toBe(200)

    started.kill(unit['KillSignal'] as NodeJS.Signals)
    expect(await ended).toEqual([0, null])
  }, 90_000)

  it('may have its secret forgotten by the owner of the database, as secrets.md says', async () => {
    const address = new URL(inject('cluster').url)
    Object.assign(address, { pathname: names.database, username: names.owner, password: 'change-me-owner' })
    const sql = postgres(address.href, { max: 1, onnotice: () => undefined })
    await sql.unsafe(block('secrets.md', 'delete from migrations.installation'))
    expect(await sql`select from migrations.installation`).toHaveLength(0)
    await sql.end()
  })
})
