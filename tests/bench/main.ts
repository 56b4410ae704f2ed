import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, startCluster } from './cluster.ts'
import { meets, type Bench, type Group } from './figure.ts'
import { machine, page, terminalTable, type Measured } from './report.ts'
import { bus } from './bus.group.ts'
import { channels } from './channels.group.ts'
import { contacts } from './contacts.group.ts'
import { database } from './database.group.ts'
import { desk } from './desk.group.ts'
import { front } from './front.group.ts'
import { lists } from './lists.group.ts'
import { live } from './live.group.ts'
import { mail } from './mail.group.ts'
import { nodes } from './nodes.group.ts'
import { rest } from './rest.group.ts'
import { search } from './search.group.ts'
import { sizes } from './sizes.group.ts'
import { sockets } from './sockets.group.ts'
import { start } from './start.group.ts'
import { webhook } from './webhook.group.ts'

/**
 * `npm run bench [-- quick] [<group> …] [--write]`: measures, prints tables, and with --write renews
 * docs/performance.md.
 */

const groups: readonly Group[] = [
  webhook,
  live,
  nodes,
  lists,
  desk,
  search,
  bus,
  front,
  database,
  sockets,
  start,
  sizes,
  channels,
  contacts,
  mail,
  rest,
]
const words = process.argv.slice(2)
const quick = words.includes('quick')
const write = words.includes('--write')
const named = words.filter((word) => word !== 'quick' && word !== '--write')
const unknown = named.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no group ${unknown.join(', ')}; the groups are ${groups.map((group) => group.name).join(', ')}.`,
  )
  process.exit(1)
}
if (write && named.length > 0) {
  console.error('docs/performance.md shows every group: --write goes with a run of all of them.')
  process.exit(1)
}

const started = performance.now()
const say = (line: string): void => console.error(`[${Math.round((performance.now() - started) / 1_000)} s] ${line}`)
const skipped: string[] = []
const cluster = await startCluster()
const stop = (): void => void cluster.close().finally(() => process.exit(130))
process.once('SIGINT', stop).once('SIGTERM', stop)

const measured: Measured[] = []
let failed = false
try {
  const bench: Bench = {
    quick,
    seconds: quick ? 1 : 2,
    rounds: quick ? 3 : 5,
    cluster,
    say,
    skip(what, why) {
      skipped.push(`${what}: ${why}`)
      console.error(`SKIPPED ${what}: ${why}`)
    },
  }
  for (const group of groups.filter(({ name }) => named.length === 0 || named.includes(name))) {
    say(group.title)
    try {
      const result = { group, figures: await group.run(bench) }
      measured.push(result)
      console.log(terminalTable(result))
    } catch (error) {
      failed = true
      console.error(`${group.name} failed:`, error)
    }
  }
} finally {
  await cluster.close()
}

const facts = machine(cluster.version)
const missed = measured.flatMap(({ figures }) => figures).filter((figure) => meets(figure) === false)
console.log(
  `\n${facts}\n${failed ? 'A group failed.' : missed.length === 0 ? 'Every aim is met.' : `Missed: ${missed.map((figure) => figure.what).join('; ')}.`} ${Math.round((performance.now() - started) / 1_000)} s`,
)
if (write && !failed)
  writeFileSync(join(repository, 'docs', 'performance.md'), page(measured, { machine: facts, skipped, quick }))
process.exit(failed ? 1 : 0)
