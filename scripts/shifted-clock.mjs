// @ts-check
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, SetupError } from './toolchain.mjs'

/**
 * Dates and places at which the unit and interface tests are run a second time (decision 075).
 * @typedef {{ name: string, zone: string, at: number, whole: boolean }} Moment
 *   `at` in milliseconds; `whole`: all of these tests, otherwise only those that deal with time
 */

const dayMs = 86_400_000

/** @param {string} name @param {string} zone @param {string} local @returns {Moment} */
const ofTime = (name, zone, local) => ({ name, zone, at: momentOf(local, zone), whole: false })

/** @param {number} now @returns {Moment[]} */
export const moments = (now) => [
  { name: '400 days on', zone: 'Pacific/Kiritimati', at: now + 400 * dayMs, whole: true },
  ofTime('29 February', 'Asia/Kolkata', '2028-02-29T23:30:00'),
  // Five seconds before the clocks are changed, so that it happens while the tests run.
  ofTime('the start of summer time', 'America/Sao_Paulo', '2018-11-03T23:59:55'),
  ofTime('the end of summer time', 'America/Sao_Paulo', '2018-02-17T23:59:55'),
  ofTime('the start of summer time', 'Europe/London', '2027-03-28T00:59:55'),
  ofTime('the end of summer time', 'Europe/London', '2027-10-31T01:59:55'),
]

/**
 * The instant at which the clocks of a zone show `local` (`2028-02-29T23:59:30`), the first one where they do so twice.
 * @param {string} local @param {string} zone @throws {SetupError} for what is no time or no zone
 */
export function momentOf(local, zone) {
  const wall = Date.parse(`${local}Z`)
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    /** How far the zone is ahead of UTC. @param {number} at */
    const ahead = (at) => {
      const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? []
      return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
    }
    const candidates = [wall - dayMs, wall + dayMs].map((near) => wall - ahead(near)).sort((one, other) => one - other)
    return candidates.find((at) => at + ahead(at) === wall) ?? candidates[0] ?? wall
  } catch {
    const example = 'npm run test:dates -- America/Sao_Paulo 2018-11-03T23:59:55'
    throw new SetupError(`Say when and where as in: ${example} (not ${zone} ${local}).`)
  }
}

/** The library that shifts the clock of the programs that load it. @throws {SetupError} */
function faketime() {
  const { status, stdout } = spawnSync('faketime', ['-m', '-f', '+0s', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  throw new SetupError('Running tests at other dates needs faketime. On Debian: apt-get install faketime.')
}

/** Called before half an hour of other tests. @throws {SetupError} */
export const assertFaketime = () => void faketime()

/**
 * Environment in which a program sees another date and zone. Timers keep their pace.
 * @param {Pick<Moment, 'zone' | 'at'>} moment
 * @param {number} now
 */
export function environmentAt({ zone, at }, now) {
  const seconds = Math.round((at - now) / 1_000)
  const FAKETIME = `${seconds < 0 ? '' : '+'}${seconds}s`
  return { TZ: zone, LD_PRELOAD: faketime(), FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }
}

const isTest = /\.test\.tsx?$/
const speaksOfTime = /new Date\(|Date\.(now|UTC|parse)|DateTimeFormat|timeZone|toISOString|setSystemTime/
/**
 * Whose dates are data, and which take longer than all the others together: the kit's own conformance tests, sessions
 * with simulators, which wait for timers, and the commands of this folder, each a process.
 */
const leftOut = /^(sdk\/src\/testing\/conformance\/|plugins\/\w+\/session\.test\.ts$|scripts\/run\.test\.ts$)/

/** Unit and interface tests that deal with time, as paths from the root. */
export function testsOfTime() {
  /** @type {string[]} */
  const found = []
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!['node_modules', 'dist'].includes(entry.name) && !entry.name.startsWith('.')) walk(path)
      } else if (
        isTest.test(path) &&
        !leftOut.test(path) &&
        speaksOfTime.test(readFileSync(join(root, path), 'utf8'))
      ) {
        found.push(path)
      }
    }
  }
  walk('.')
  return found.sort()
}
