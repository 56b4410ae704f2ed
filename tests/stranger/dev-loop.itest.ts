import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { removeDataDir } from '../harness/data-dir.ts'
import { Person } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'
import { Workshop, type StrangersPlugin } from './workshop.ts'

/* `recado-plugin dev`: what a stranger changes runs in the product a moment later. */

const repository = join(import.meta.dirname, '../..')
const id = 'my-tips'
let workshop: Workshop, plugin: StrangersPlugin, base: string
let command: ChildProcess
let said = ''
const watchers = new Set<() => void>()

/** Waits until the command has said this so often. */
const hears = (text: string, times = 1): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (said.split(text).length > times) return done(resolve)
      if (command.exitCode !== null) done(() => reject(new Error(`the command ended:\n${said}`)))
    }
    const done = (end: () => void): void => {
      watchers.delete(look)
      command.off('close', look)
      end()
    }
    watchers.add(look)
    command.once('close', look)
    look()
  })
const server = (tips: string): void =>
  writeFileSync(
    join(plugin.folder, 'src/server.ts'),
    `import { implementPlugin } from '@recado/sdk'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  routes: {
    tips: (_request, ctx) => {
      ctx.log.info('tips were read')
      return { tips: ${tips} }
    },
  },
})
`,
  )

async function tips(): Promise<string[]> {
  const password = readFileSync(join(plugin.folder, '.recado-dev/password'), 'utf8')
  const answer = await postLogin(base, { email: 'admin@recado.local', password })
  const admin = new Person(base, (await answer.json()) as never)
  return (await admin.ok<{ tips: string[] }>('GET', `/p/${id}/tips`)).tips
}

beforeAll(async () => {
  workshop = await Workshop.open()
  plugin = await workshop.plugin(id, 'feature')
  const description = join(plugin.folder, 'package.json')
  const { scripts, ...rest } = JSON.parse(readFileSync(description, 'utf8')) as { scripts: Record<string, string> }
  const simulate = `node -e "console.log('a simulator'); setInterval(() => {}, 1000)"`
  writeFileSync(description, JSON.stringify({ ...rest, scripts: { ...scripts, simulate } }))
  server(`['one']`)
  const port = String(await freePort())
  base = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const program = join(plugin.folder, 'node_modules/.bin/recado-plugin')
  command = spawn(program, ['dev', '--recado', repository, '--port', port], {
    cwd: plugin.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${join(repository, 'scripts/toolchain/node_modules/.bin')}:${PATH}`, HOME },
  })
  for (const stream of [command.stdout!, command.stderr!])
    stream.on('data', (text: Buffer) => {
      said += text
      for (const look of watchers) look()
    })
  await hears(`${id} runs`)
}, 300_000)
afterAll(async () => {
  if (command?.exitCode === null) command.kill('SIGKILL')
  if (plugin) removeDataDir(join(plugin.folder, '.recado-dev/data'))
  await workshop?.close()
})

it('starts a product for the plugin, with its simulator, and shows what it logs', async () => {
  expect(await tips()).toEqual(['one'])
  await hears('info: tips were read')
  await hears('a simulator')
}, 60_000)

it('replaces the plugin at each change, while the product runs on', async () => {
  server(`['two']`)
  await hears(`${id} runs`, 2)
  expect(await tips()).toEqual(['two'])
}, 60_000)

it('says what does not build, and the version before it goes on', async () => {
  server(`['three'`)
  await hears('What ran before goes on')
  expect(said).toContain('src/server.ts')
  expect(await tips()).toEqual(['two'])
  server(`['four']`)
  await hears(`${id} runs`, 3)
  expect(await tips()).toEqual(['four'])
}, 60_000)

it('ends everything it started', async () => {
  const ended = new Promise<number | null>((resolve) => command.once('close', resolve))
  command.kill('SIGINT')
  expect(await ended).toBe(0)
  await expect(fetch(base)).rejects.toThrow('fetch failed')
}, 60_000)
