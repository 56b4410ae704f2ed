import type { Course } from './course.ts'
import type { Aims } from './findings.ts'
import type { FaultNode } from './node.ts'
import { pause } from './observer.ts'
import type { FaultScene } from './scene.ts'

/** Something that goes away and comes back, or does not. */
export interface Fault {
  readonly name: string
  /** Tried by every run of the suite; the others where faults are asked for. */
  readonly isShort?: boolean
  /** Beside those of every fault. */
  readonly aims?: Aims
  /** Resolves when whatever comes back is back. A node that is down then stays so for the rest of the trial. */
  happen(scene: FaultScene, course: Course): Promise<void>
}

const downMs = 3_000
/** Longer than another node waits before it takes over. */
const frozenMs = 15_000

/** The one with more to lose: it handles the events of the plugin. */
const victimOf = ({ nodes, testimonies }: FaultScene): FaultNode =>
  nodes.find(({ pid }) => pid === testimonies.handler()) ?? nodes[0]!
const othersOf = (scene: FaultScene, victim: FaultNode): FaultNode[] => scene.nodes.filter((node) => node !== victim)

/** What a node does that was asked to stop, it does once. */
const inOrder: Aims = { begunTwice: 0 }

/** That a node stands still, the others know when it has said nothing for 8 s. */
const noticedLate: Aims = { sessionsMs: 13_000, consumersMs: 13_000, sendsMs: 15_000 }

export const faults: readonly Fault[] = [
  { name: 'database restarts in order', happen: ({ cluster }) => cluster.restart('fast') },
  { name: 'database restarts at once', isShort: true, happen: ({ cluster }) => cluster.restart('immediate') },
  { name: 'database crashes', happen: ({ cluster }) => cluster.restart('crash') },
  { name: 'database is away for 10 s', happen: ({ cluster }) => cluster.away(10_000) },
  { name: 'database says nothing for 15 s', isShort: true, happen: ({ cluster }) => cluster.silent(15_000) },
  {
    name: 'NATS is killed',
    isShort: true,
    async happen({ bus, nodes }, course) {
      course.works(...nodes)
      await bus.kill()
      await pause(downMs)
      await bus.start()
    },
  },
  {
    name: 'NATS says nothing for 5 s',
    async happen({ bus, nodes }, course) {
      course.works(...nodes)
      bus.freeze(true)
      await pause(5_000)
      bus.freeze(false)
    },
  },
  {
    name: 'NATS is killed and loses all',
    async happen({ bus, nodes }, course) {
      course.works(...nodes)
      await bus.kill()
      bus.wipe()
      await pause(downMs)
      await bus.start()
    },
  },
  {
    name: 'node is killed',
    isShort: true,
    async happen(scene, course) {
      const victim = victimOf(scene)
      course.works(...othersOf(scene, victim))
      course.lose(victim)
      await victim.end('SIGKILL')
    },
  },
  {
    name: 'node stands still for 15 s',
    aims: noticedLate,
    async happen(scene, course) {
      const victim = victimOf(scene)
      course.works(...othersOf(scene, victim))
      victim.freeze(true)
      course.lose(victim)
      await pause(frozenMs)
      victim.freeze(false)
    },
  },
  {
    name: 'node is stopped',
    isShort: true,
    aims: inOrder,
    async happen(scene, course) {
      const victim = victimOf(scene)
      course.works(...othersOf(scene, victim))
      course.ended(await victim.end('SIGTERM'))
      await victim.start()
    },
  },
  {
    name: 'both nodes are killed',
    async happen({ nodes }, course) {
      for (const node of nodes) course.lose(node)
      await Promise.all(nodes.map((node) => node.end('SIGKILL')))
      await Promise.all(nodes.map((node) => node.start()))
    },
  },
  {
    name: 'database restarts while a node is stopped',
    async happen(scene, course) {
      const victim = victimOf(scene)
      const [end] = await Promise.all([victim.end('SIGTERM'), scene.cluster.restart('immediate')])
      course.ended(end)
      await victim.start()
    },
  },
]
