import type { DemoReport } from '../../core/contracts/src/demo.ts'
import { askForNewFacts } from '../../core/src/facts/ask-for-new-facts.ts'
import { ApiClient } from './api-client.ts'
import type { DemoChannel } from './channels/channel.ts'
import { openChannels } from './channels/channels.ts'
import { administrator, furnishCompany, password, people, publicAddress, type Company } from './company.ts'
import { liveOn } from './customers.ts'
import { Day, type Talk, type TicketTalk } from './day.ts'
import { askForGrades, furnishDesk } from './furniture.ts'
import { playPast } from './play-past.ts'
import { moveTimes, type PlacedTicket } from './past-times.ts'
import { startProduct, type DemoProduct } from './product.ts'
import { furnishRules } from './rules.ts'
import { lastMonth } from './stories/last-month.ts'
import type { ColleagueName } from './stories/story.ts'
import { later, today } from './stories/today.ts'

/* npm run demo: Recado with a month of life in it, on a data folder of its own that goes away with it. */

/** The first conversation of today began this long ago. */
const longestAgoMinutes = 150

const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** Tells who started the demo beside a product of theirs (decision 232). */
const report = (message: DemoReport): void => {
  // Who has gone hears nothing any more, and that ends the demo already.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
process.on('disconnect', () => stop.abort())

const stopped = new Promise<undefined>((resolve) => {
  stop.signal.addEventListener('abort', () => resolve(undefined))
})

const opened: DemoChannel[] = []
try {
  await run()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
// A demo that is stopped while it is being filled has simulators that are just starting.
process.exit()

async function run(): Promise<void> {
  say('Starting Recado for the demo …')
  const product = await startProduct(Number(process.env['PORT'] ?? 3000))
  void product.ended.then(() => stop.abort())
  try {
    // Whoever stops it while it is being filled does not wait until it is full.
    const filled = await Promise.race([fill(product), stopped])
    if (!filled) return
    report({ kind: 'ready', address: product.base, password, people: [...people] })
    say(`Recado is ready, with a month of conversations: ${product.base}
Everybody's password is ${password}
  administrator  ${administrator}
  supervisor     helena@recado.local
  agents         rafael@recado.local, tiago@recado.local
Its help centre is ${product.base}/ajuda/${publicAddress}
Customers answer what you write, and new ones write every minute. Ctrl+C ends the demo and takes everything away.`)
    await liveOn(...filled, later, stop.signal)
  } finally {
    await product.stop()
    await Promise.all(opened.map((channel) => channel.close()))
  }
}

async function fill({ base, databaseUrl }: DemoProduct): Promise<[Day, Talk[]]> {
  const admin = await ApiClient.signIn(base, administrator, password)
  say('Making the company …')
  report({ kind: 'step', step: 'company' })
  const company = await furnishCompany(admin)
  say('Connecting the channels …')
  report({ kind: 'step', step: 'channels' })
  const channels = await openChannels(base, admin, company.queues, (channel) => opened.push(channel))
  const colleagues = await signInAll(base, company)
  await furnishDesk(admin, company, colleagues)
  await furnishRules(admin, company)
  const day = new Day(channels, company, admin, colleagues)
  const now = new Date()
  say('Playing the last thirty days …')
  report({ kind: 'step', step: 'past' })
  const past = lastMonth(now)
  const placed = await playPast(
    day,
    past.filter(({ verdict }) => verdict === undefined),
  )
  const endSurvey = await askForGrades(admin)
  placed.push(
    ...(await playPast(
      day,
      past.filter(({ verdict }) => verdict !== undefined),
    )),
  )
  await endSurvey()
  report({ kind: 'step', step: 'today' })
  const talks: TicketTalk[] = []
  for (const story of today) {
    say(`  ${story.name} writes by ${story.channel}`)
    talks.push(await day.play(story))
  }
  await moveTimes(databaseUrl, [...placed, ...talks.map((talk, index) => placeToday(talk, index, now))])
  await askForNewFacts(databaseUrl, undefined)
  await day.end()
  return [day, talks]
}

/** The conversations of today began within the last hours, the first one first. */
function placeToday({ ticketId, story }: TicketTalk, index: number, now: Date): PlacedTicket {
  const minutesAgo = ((today.length - index) / today.length) * longestAgoMinutes
  const answerMinutes = Math.min(minutesAgo / 3, 6 + index)
  const minutes = story.taken ? Math.min(minutesAgo, answerMinutes + 12) : 1
  return {
    ticketId,
    startsAt: new Date(now.getTime() - minutesAgo * 60_000),
    answerMinutes: Math.min(answerMinutes, minutes),
    minutes,
  }
}

async function signInAll(base: string, { colleagues }: Company): Promise<ReadonlyMap<ColleagueName, ApiClient>> {
  const clients = new Map<ColleagueName, ApiClient>()
  for (const [name, { email }] of colleagues) clients.set(name, await ApiClient.signIn(base, email, password))
  return clients
}
