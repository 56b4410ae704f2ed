// @ts-check
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { browserOutputs, outputs, stale } from './outputs.mjs'
import { onLostParent } from './parent.mjs'
import { assertFaketime, environmentAt, momentOf, moments, testsOfTime } from './shifted-clock.mjs'
import {
  ensurePackages,
  ensureToolchain,
  environment,
  node,
  progress,
  root,
  SetupError,
  subfolders,
} from './toolchain.mjs'
import { typePrograms } from './types.mjs'

/**
 * Every command of the repository, on whatever Node >= 20 the machine has: brings Node 24 and pnpm, installs and builds
 * what changed, then hands over to Node 24. It uses nothing but Node itself.
 */

/** Whether we were told to end: what runs ends, and nothing else is started. */
let interrupted = false

/**
 * Runs a program on Node 24 in a process group of its own, so that a signal reaches it through us alone, and waits for
 * it however long it drains. When npm dies under which we run, the program is asked to end, as by a signal (decision
 * 074).
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, channel?: boolean }} [options] with `channel` the program has
 * an
 *   IPC channel, by whose end it learns that we were killed
 * @returns {Promise<number>} exit code
 */
function onNode24(args, { cwd = root, env = {}, channel = false } = {}) {
  if (interrupted) return Promise.resolve(1)
  const stdio = /** @type {('ignore' | 'inherit' | 'ipc')[]} */ ([
    'ignore',
    'inherit',
    'inherit',
    ...(channel ? ['ipc'] : []),
  ])
  const inherited = { ...environment(), NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }
  const child = spawn(node, args, { cwd, env: { ...inherited, ...env }, stdio, detached: true })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    interrupted = true
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  const unwatch = onLostParent(() => {
    if (!interrupted) forward('SIGTERM')
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      unwatch()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/** The program a package brings, as a path Node can run. @param {string} name @param {string} file */
const tool = (name, file) => join(root, 'node_modules', name, file)

async function buildStale(of = outputs()) {
  const waiting = stale(of).map((output) => output.name)
  if (waiting.length === 0) return 0
  progress(`Building ${waiting.join(', ')} …`)
  return onNode24([join(root, 'scripts', 'build.mjs'), ...waiting])
}

/** @param {readonly string[]} args */
const format = (args) => onNode24([tool('oxfmt', 'bin/oxfmt'), ...args])

/**
 * Lints, and checks that every file is formatted. Arguments go to the linter.
 * @param {readonly string[]} args
 */
async function lint(args) {
  const linted = await onNode24([tool('oxlint', 'bin/oxlint'), '--deny-warnings', ...args])
  return (await format(['--check'])) || linted
}

/** Checks packages of the same options, or the root's own scripts. @param {string} config */
const typecheckOf = (config) => onNode24([tool('typescript', 'bin/tsc'), '-p', config])

/**
 * Runs the works, two at a time: one alone leaves a core idle while it reads and reports.
 * @template Work @param {readonly Work[]} works @param {(work: Work) => Promise<void>} run
 */
async function inTwoLanes(works, run) {
  const waiting = works.values()
  const lane = async () => {
    for (const work of waiting) await run(work)
  }
  await Promise.all([lane(), lane()])
}

async function typecheck() {
  /** @type {string[]} */
  const failed = []
  await inTwoLanes(typePrograms(), async ({ name, config }) => {
    if (await typecheckOf(config)) failed.push(name)
  })
  if (failed.length > 0) progress(`Type errors in ${failed.join(', ')}.`)
  return failed.length > 0 ? 1 : 0
}

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {Counts & { failures: string[], repeatable: Counts & { files: string[] } }} Outcome Of a run; `failures`
 *   names what failed, `repeatable` are the files that failed and may be repeated, counted in it too
 */

/** What failed, checks and tests, and failed again where it was repeated. @type {string[]} */
const failures = []

/**
 * @param {readonly string[]} args @param {Record<string, string>} env
 * @param {readonly string[]} [repeats] projects whose failures may be repeated
 * @returns {Promise<Outcome>}
 */
async function vitest(args, env, repeats = []) {
  const folder = mkdtempSync(join(tmpdir(), 'recado-summary-'))
  const summary = join(folder, 'tests.json')
  try {
    const code = await onNode24([tool('vitest', 'vitest.mjs'), 'run', ...args], {
      env: { ...env, RECADO_TEST_SUMMARY: summary, RECADO_TEST_REPEATS: repeats.join(',') },
    })
    /** @type {Outcome} */
    const outcome = existsSync(summary)
      ? JSON.parse(readFileSync(summary, 'utf8'))
      : { passed: 0, failed: 0, skipped: 0, failures: [], repeatable: { files: [], passed: 0, failed: 0, skipped: 0 } }
    // A run that broke down outside of its tests failed all the same.
    if (code !== 0 && outcome.failed === 0) {
      outcome.failed = 1
      outcome.failures.push(`the run of tests, with exit code ${code}`)
    }
    return outcome
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} projects */
const ofProjects = (projects) => projects.flatMap((project) => ['--project', project])

/**
 * Runs tests, and in continuous integration once more the files of `repeats` that failed; says so, and counts what they
 * say then (decision 035).
 * @param {readonly string[]} args @param {Record<string, string>} env @param {readonly string[]} repeats projects
 */
async function vitestTwice(args, env, repeats) {
  const tests = await vitest(args, env, repeats)
  const { repeatable } = tests
  if (!process.env['CI'] || repeatable.failed === 0) {
    failures.push(...tests.failures)
    return tests
  }
  progress(`Failed once, and repeated: ${repeatable.files.join(', ')}`)
  const again = await vitest([...ofProjects(repeats), ...repeatable.files], { ...env, RECADO_TEST_WORKERS: '1' })
  tests.passed += again.passed - repeatable.passed
  tests.failed += again.failed - repeatable.failed
  tests.skipped += again.skipped - repeatable.skipped
  const isRepeated = (/** @type {string} */ failure) => repeatable.files.some((file) => failure.startsWith(file))
  failures.push(...tests.failures.filter((failure) => !isRepeated(failure)), ...again.failures)
  if (again.failed === 0) progress(`UNSTABLE, passed when repeated: ${tests.failures.filter(isRepeated).join(', ')}`)
  return tests
}

/** Whether tests can be among those chosen that start the server as built. @param {readonly string[]} args */
function runsServer(args) {
  const projects = args.filter((_, index) => args[index - 1] === '--project')
  return projects.length === 0 || projects.some((project) => project === 'integration' || project === 'e2e')
}

/**
 * Without arguments everything: build, lint, types, all tests. With arguments they go to vitest, and nothing else runs.
 * @param {readonly string[]} args @returns {Promise<Counts>}
 */
async function everything(args) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  /** @param {string} what @param {Promise<number>} running */
  const check = async (what, running) => {
    const passed = (await running) === 0
    counts[passed ? 'passed' : 'failed']++
    if (passed) return
    progress(`FAILED ${what}`)
    failures.push(what)
  }
  const built = await buildStale(runsServer(args) ? outputs() : browserOutputs())
  if (built !== 0 || args.length === 0) await check('build', Promise.resolve(built))
  if (args.length === 0) {
    const checks = [
      ...typePrograms().map(({ name, config }) => ({ what: `types of ${name}`, run: () => typecheckOf(config) })),
      { what: 'lint', run: () => lint([]) },
    ]
    await inTwoLanes(checks, ({ what, run }) => check(what, run()))
  }
  // In continuous integration tests that do not deal with time run at one date, which is another one.
  const runs = runsAtOtherDates(args)
    ? [[...ofProjects(['unit', 'ui']), ...testsOfTime()], ofProjects(['integration', 'e2e'])]
    : [args]
  let all = counts
  for (const chosen of runs) all = sum(all, await vitestTwice(chosen, {}, ['integration', 'e2e']))
  return all
}

/**
 * Whether the unit and interface tests run at other dates too: in continuous integration.
 * @param {readonly string[]} args
 */
const runsAtOtherDates = (args) => Boolean(process.env['CI']) && args.length === 0

/**
 * The unit and interface tests at other dates and places: at those of {@link moments}, or at the one that is named
 * first (`America/Sao_Paulo 2018-11-03T23:59:55`); the other arguments go to vitest and choose among them.
 * @param {readonly string[]} args @returns {Promise<Counts>}
 */
async function atOtherDates(args) {
  const [zone = '', local = '', ...others] = args
  const isNamed = /^[A-Z][\w+-]*(\/[\w+/-]+)?$/.test(zone) && /^\d{4}-/.test(local)
  const chosen = isNamed ? others : args
  const now = Date.now()
  let counts = { passed: 0, failed: 0, skipped: 0 }
  for (const moment of isNamed ? [{ name: local, zone, at: momentOf(local, zone), whole: true }] : moments(now)) {
    const files = chosen.length > 0 || moment.whole ? chosen : testsOfTime()
    const began = performance.now()
    const projects = ['unit', 'ui']
    const environmentThere = environmentAt(moment, Date.now())
    const tests = await vitestTwice([...ofProjects(projects), ...files], environmentThere, projects)
    const when = `${moment.name}, ${moment.zone}, ${new Date(moment.at).toISOString()}`
    progress(
      `${tests.failed > 0 ? 'FAILED' : 'Passed'} at ${when}: ${Math.round((performance.now() - began) / 1_000)} s`,
    )
    counts = sum(counts, tests)
  }
  return counts
}

/** @param {Counts} one @param {Counts} other @returns {Counts} */
const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
})

/** Names what failed, and ends every run of tests with one line. @param {Counts} counts @returns {number} exit code */
function closing(counts) {
  for (const failure of failures) progress(`FAILED ${failure}`)
  process.stdout.write(
    `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}\n`,
  )
  return counts.failed > 0 ? 1 : 0
}

/**
 * Faults of database, bus and nodes, each so often as asked, 4 times when not, or the controls; prints the figures, and
 * writes them where `--json FILE` says.
 * @param {readonly string[]} args
 */
async function testFaults(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'string' } },
    allowPositionals: true,
  })
  const [asked = '4', ...others] = positionals
  if (!/^([1-9]\d{0,2}|control)$/.test(asked) || others.length > 0) throw new SetupError(faultsUsage)
  const env = { RECADO_FAULTS: asked, ...(values.json && { RECADO_FAULT_FIGURES: resolve(values.json) }) }
  return (await buildStale()) || onNode24([tool('vitest', 'vitest.mjs'), 'run', 'tests/faults'], { env })
}

const faultsUsage = `Say how often each fault is tried (npm run test:faults -- 10), or that guards are taken out
(npm run test:faults -- control); --json FILE writes the figures.`

/**
 * The server restarting on changes, and Vite serving the shell with every plugin's sources. Who develops may install
 * plugins that nobody signed.
 */
async function develop() {
  const env = { RECADO_PLUGIN_SIGNATURES: process.env['RECADO_PLUGIN_SIGNATURES'] || 'ask' }
  const codes = await Promise.race([
    onNode24(['--watch', '--watch-preserve-output', 'core/src/main.ts'], { env }),
    onNode24([join(root, 'shell', 'node_modules', 'vite', 'bin', 'vite.js')], { cwd: join(root, 'shell') }),
  ])
  process.kill(process.pid, 'SIGTERM')
  return codes
}

/** A stand-in for a provider, with a page on which a person plays the customer. @param {readonly string[]} args */
async function simulate([name = '']) {
  const known = subfolders('plugins')
    .filter((folder) => existsSync(join(root, folder, 'simulator', 'main.ts')))
    .map((folder) => basename(folder))
  if (known.includes(name)) return onNode24([join(root, 'plugins', name, 'simulator', 'main.ts')])
  throw new SetupError(
    known.length > 0 ? `Say which provider to simulate: ${known.join(', ')}.` : 'No plugin here brings a simulator.',
  )
}

/** What Node 24 is given for the server as it was built (decision 113). @type {readonly string[]} */
const serverArguments = JSON.parse(readFileSync(join(root, 'scripts', 'server-arguments.json'), 'utf8'))

/** @type {Record<string, (args: readonly string[]) => Promise<number>>} */
const commands = {
  build: () => buildStale(),
  start: async (args) =>
    (await buildStale()) ||
    onNode24([...serverArguments, ...args], {
      channel: true,
      env: {
        NODE_ENV: process.env['NODE_ENV'] ?? 'production',
        RECADO_DEMO_PROGRAM: process.env['RECADO_DEMO_PROGRAM'] ?? join(root, 'scripts', 'demo', 'main.ts'),
      },
    }),
  dev: develop,
  bench: async (args) =>
    (await buildStale()) || onNode24(['tests/bench/main.ts', ...args], { env: { NODE_ENV: 'production' } }),
  test: async (args) => {
    // Better to fail at once without the means.
    if (runsAtOtherDates(args)) assertFaketime()
    const counts = await everything(args)
    return closing(runsAtOtherDates(args) ? sum(counts, await atOtherDates([])) : counts)
  },
  'test:dates': async (args) => (await buildStale()) || closing(await atOtherDates(args)),
  'test:faults': testFaults,
  lint,
  format,
  typecheck,
  simulate,
  demo: async () => (await buildStale()) || onNode24(['scripts/demo/main.ts'], { channel: true }),
  recover: (args) => onNode24(['core/src/recover.ts', ...args]),
  backup: (args) => onNode24(['core/src/backup.ts', ...args]),
  restore: (args) => onNode24(['core/src/restore.ts', ...args]),
  'facts:rebuild': (args) => onNode24(['core/src/rebuild-facts.ts', ...args]),
  'media:move': (args) => onNode24(['core/src/move-media-files.ts', ...args]),
  docs: (args) => onNode24(['scripts/docs.ts', ...args]),
  'pack:sdk': (args) => onNode24(['scripts/pack-sdk.mjs', ...args]),
}

try {
  const [name = 'start', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command)
    throw new SetupError(`There is no command ${name}; the commands are ${Object.keys(commands).join(', ')}.`)
  ensureToolchain()
  ensurePackages()
  process.exitCode = await command(args)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  progress(error.message)
  process.exitCode = 1
}
