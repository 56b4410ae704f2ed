import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, startCluster } from './cluster.ts'
import { readEarlier, toFile } from './earlier.ts'
import { meets, type Bench, type Group } from './figure.ts'
import { machine, page, terminalTable, type Measured } from './report.ts'
import { ai } from './ai.group.ts'
import { bus } from './bus.group.ts'
import { channels } from './channels.group.ts'
import { contacts } from './contacts.group.ts'
import { database } from './database.group.ts'
import { desk } from './desk.group.ts'
import { facts, factsLarge } from './facts.group.ts'
import { flows } from './flows.group.ts'
import { front } from './front.group.ts'
import { imports } from './imports.group.ts'
import { knowledge } from './knowledge.group.ts'
import { lists } from './lists.group.ts'
import { listsLarge } from './lists-large.group.ts'
import { live } from './live.group.ts'
import { mail } from './mail.group.ts'
import { nodes } from './nodes.group.ts'
import { rest } from './rest.group.ts'
import { search } from './search.group.ts'
import { sending } from './sending.group.ts'
import { sessions } from './sessions.group.ts'
import { sizes } from './sizes.group.ts'
import { sockets } from './sockets.group.ts'
import { start } from './start.group.ts'
import { webhook, webhookLarge } from './webhook.group.ts'

/**
 * `npm run bench [-- quick] [<group> …] [--write]`: measures, prints tables, and with --write renews
 * docs/performance.md. `npm run bench -- profile <group>` writes profiles of a group instead.
 */

const groups: readonly Group[] = [
  webhook,
  webhookLarge,
  live,
  sending,
  nodes,
  lists,
  listsLarge,
  desk,
  search,
  bus,
  front,
  database,
  sockets,
  start,
  sizes,
  channels,
  sessions,
  contacts,
  imports,
  mail,
  flows,
  facts,
  factsLarge,
  knowledge,
  ai,
  rest,
]
const words = process.argv.slice(2)
const quick = words.includes('quick')
const write = words.includes('--write')
const profiles = words.includes('profile')
const named = words.filter((word) => !['quick', 'profile', '--write'].includes(word))
const unknown = named.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no group ${unknown.join(', ')}; the groups are ${groups.map((group) => group.name).join(', ')}.`,
  )
  process.exit(1)
}
const unprofiled = profiles ? groups.filter(({ name, profile }) => named.includes(name) && !profile) : []
if (profiles && (named.length === 0 || unprofiled.length > 0)) {
  const able = groups.filter(({ profile }) => profile).map(({ name }) => name)
  console.error(`Name a group to profile; those that can be are ${able.join(', ')}.`)
  process.exit(1)
}
if (write && (named.length > 0 || profiles)) {
  console.error('docs/performance.md shows every group: --write goes with a run of all of them.')
  process.exit(1)
}

/** The page, and the figures that it shows, for the next one. */
const pageFile = join(repository, 'docs', 'performance.md')
const figuresFile = join(repository, 'docs', 'performance.tsv')
const earlier = readEarlier(figuresFile)
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
  for (const group of groups.filter(({ name, onlyWhenNamed }) =>
    named.length === 0 ? !onlyWhenNamed : named.includes(name),
  )) {
    say(group.title)
    try {
      if (profiles) {
        await group.profile!(bench)
        continue
      }
      const result = { group, figures: await group.run(bench) }
      measured.push(result)
      console.log(terminalTable(result, earlier))
    } catch (error) {
      failed = true
      console.error(`${group.name} failed:`, error)
    }
  }
} finally {
  await cluster.close()
}

if (profiles) process.exit(failed ? 1 : 0)
const described = machine(cluster.version)
const missed = measured.flatMap(({ figures }) => figures).filter((figure) => meets(figure) === false)
const ofAims = missed.length === 0 ? 'Every aim is met.' : `Missed: ${missed.map((figure) => figure.what).join('; ')}.`
const verdict = failed ? 'A group failed.' : ofAims
console.log(`\n${described}\n${verdict} ${Math.round((performance.now() - started) / 1_000)} s`)
if (write && !failed) {
  writeFileSync(pageFile, page(measured, { machine: described, skipped, quick, earlier }))
  writeFileSync(figuresFile, toFile(measured, described))
}
process.exit(failed ? 1 : 0)
