import { randomUUID } from 'node:crypto'
import { Company } from './company.ts'
import { Course } from './course.ts'
import type { Fault } from './faults.ts'
import type { Findings } from './findings.ts'
import { pause, within, type Observer } from './observer.ts'
import type { FaultScene } from './scene.ts'
import { Webhooks } from './webhooks.ts'

const messagesPerSecond = 80
const warmMs = 1_000
const healWithinMs = 60_000
/** How long everybody goes on after a fault. */
const afterMs = 2_000

/** What a fault did. */
export interface Outcome {
  readonly findings: Partial<Findings>
  /** For a person who looks for the reason. */
  readonly details: readonly string[]
}

/** Who works while a fault happens: for some questions the providers are enough, and the answer comes sooner. */
export type Who = 'everybody' | 'providers'

/** Has one fault happen while everybody works, and answers what it did. */
export async function trial(scene: FaultScene, fault: Fault, who: Who = 'everybody'): Promise<Outcome> {
  const { nodes, cluster } = scene
  const details: string[] = []
  const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    details.push(`${name}: ${Math.round(performance.now() - began)} ms`)
    return result
  }
  await phase('nodes that were left down are started', () =>
    Promise.all(nodes.map((node) => node.isRunning || node.start())),
  )
  const deathsBefore = nodes.map((node) => node.deaths.length)
  const deadlocksBefore = cluster.deadlocks
  const tag = randomUUID().slice(0, 8)
  const webhooks = new Webhooks(scene, tag, messagesPerSecond)
  const company = who === 'everybody' ? new Company(scene, tag) : undefined
  const observers: readonly Observer[] = [...(company?.observers ?? []), webhooks]
  const course = new Course((loss) => company?.lose(loss))
  await phase('everybody works', async () => {
    for (const observer of observers) observer.start()
    await pause(warmMs)
    await company?.prepare()
  })
  await phase(fault.name, () => fault.happen(scene, course))
  course.over(nodes)
  const takenOver = await phase('others take over', async () => company?.takeovers())
  await phase('nodes accept messages again', () => within(healWithinMs, () => areHealed(webhooks, course)))
  await pause(afterMs)
  await phase('everybody stops', () => Promise.all(observers.map((observer) => observer.stop())))
  const strays = (await company?.strays(course)) ?? []
  details.push(...strays.map((stray) => `strayed: ${JSON.stringify(stray)}`))
  const found: Partial<Findings>[] = [course.findings, { ...takenOver, strays: strays.length }]
  for (const observer of observers) {
    found.push(await phase(observer.constructor.name, () => observer.findings(course)))
    details.push(...(observer.details ?? []))
  }
  const deaths = nodes.flatMap((node, index) => node.deaths.slice(deathsBefore[index]))
  details.push(...deaths.map(({ code, signal, said }) => `a node ended with ${code ?? signal}: ${said}`))
  const counted = { deaths: deaths.length, deadlocks: cluster.deadlocks - deadlocksBefore }
  return { findings: Object.assign(counted, ...found) as Partial<Findings>, details }
}

const areHealed = (webhooks: Webhooks, { since }: Course): boolean =>
  [...since].every(([node, from]) => webhooks.hasAccepted(node, from))
