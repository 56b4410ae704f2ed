import { randomUUID } from 'node:crypto'
import { Company } from './company.ts'
import { Course } from './course.ts'
import type { Fault } from './faults.ts'
import type { Findings } from './findings.ts'
import { pause, within, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'
import type { Times } from './takeover.ts'
import { Webhooks } from './webhooks.ts'

const messagesPerSecond = 80
const warmMs = 1_000
const healWithinMs = 60_000
/** How long everybody goes on after a fault. */
const afterMs = 2_000

/** Who works while a fault happens: for some questions the providers are enough, and the answer comes sooner. */
export type Who = 'everybody' | 'providers'

/** Has one fault happen while everybody works, and answers what it did. */
export async function trial(scene: FaultScene, fault: Fault, who: Who = 'everybody'): Promise<Partial<Findings>> {
  const { nodes, cluster } = scene
  const tag = randomUUID().slice(0, 8)
  const deaths = (): number => nodes.reduce((sum, node) => sum + node.deaths.length, 0)
  const before = { deaths: deaths(), deadlocks: cluster.deadlocks }
  const webhooks = new Webhooks(scene, tag, messagesPerSecond)
  const company = who === 'everybody' ? new Company(scene, tag) : undefined
  const observers: readonly Observer[] = [...(company?.observers ?? []), webhooks]
  for (const observer of observers) observer.start()
  await company?.isReady()
  await pause(warmMs)
  const times: Promise<Times>[] = []
  const takeover = await company?.takeover()
  const course = new Course((loss) => { if (takeover) times.push(takeover.times(loss)) })

  await fault.happen(scene, course)
  course.over(nodes)
  // Of two that were lost, each has nobody to take over from it but itself.
  const takenOver = times.length === 1 ? await times[0] : (await Promise.allSettled(times), {})
  await within(healWithinMs, () => [...course.since].every(([node, since]) => webhooks.hasAccepted(node, since)))
  await pause(afterMs)

  await Promise.all(observers.map((observer) => observer.stop()))
  const found: Partial<Findings>[] = []
  for (const observer of observers) found.push(await observer.findings(course))
  await fault.mend?.(scene)
  const counted = { deaths: deaths() - before.deaths, deadlocks: cluster.deadlocks - before.deadlocks }
  return Object.assign(counted, ...found, takenOver, course.findings) as Partial<Findings>
}
