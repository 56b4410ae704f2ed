import { ApiClient } from './api-client.ts'
import type { DemoChannel } from './channels/channel.ts'
import { openChannels } from './channels/channels.ts'
import { administrator, furnishCompany, password, type Company } from './company.ts'
import { liveOn } from './customers.ts'
import { Day, type Talk } from './day.ts'
import { startProduct } from './product.ts'
import type { ColleagueName } from './stories/story.ts'
import { later, today } from './stories/today.ts'

/* npm run demo: Recado with a week of life in it, on a data folder of its own that goes away with it. */

const say = (line: string): void => void process.stdout.write(`${line}\n`)
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
    const filled = await Promise.race([fill(product.base), stopped])
    if (!filled) return
    say(`Recado is ready, with a week of conversations: ${product.base}
Everybody's password is ${password}
  administrator  ${administrator}
  supervisor     helena@recado.local
  agents         rafael@recado.local, tiago@recado.local
Customers answer what you write, and new ones write every minute. Ctrl+C ends the demo and takes everything away.`)
    await liveOn(...filled, later, stop.signal)
  } finally {
    await product.stop()
    await Promise.all(opened.map((channel) => channel.close()))
  }
}

async function fill(base: string): Promise<[Day, Talk[]]> {
  const admin = await ApiClient.signIn(base, administrator, password)
  say('Making the company …')
  const company = await furnishCompany(admin)
  say('Connecting the channels …')
  const channels = await openChannels(base, admin, company.queues, (channel) => opened.push(channel))
  const day = new Day(channels, company, admin, await signInAll(base, company))
  const talks: Talk[] = []
  for (const story of today) {
    say(`  ${story.name} writes by ${story.channel}`)
    talks.push(await day.play(story))
  }
  await day.end()
  return [day, talks]
}

async function signInAll(base: string, { colleagues }: Company): Promise<ReadonlyMap<ColleagueName, ApiClient>> {
  const clients = new Map<ColleagueName, ApiClient>()
  for (const [name, { email }] of colleagues) clients.set(name, await ApiClient.signIn(base, email, password))
  return clients
}
