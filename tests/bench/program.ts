import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchDatabase, Cluster } from './cluster.ts'

/** What a child measures of itself. `cpuMs` counts from its start, `rssKb` after a garbage collection. */
export interface Usage {
  readonly cpuMs: number
  readonly rssKb: number
}
export type Question = 'usage' | 'profile' | 'profiled' | 'stop'

/** A program of the benchmark in a process of its own, so that what it costs can be told from what asking it costs. */
export interface Program<Ready> {
  readonly ready: Ready
  readonly pid: number
  usage(): Promise<Usage>
  /** Its processor time while `work` runs, as the JSON text of a `.cpuprofile`. */
  profile(work: () => Promise<unknown>): Promise<string>
  stop(): Promise<void>
}

/** Starts `<name>.child.ts` with one argument and resolves with the first thing it says. */
export async function startProgram<Ready>(name: string, argument: object): Promise<Program<Ready>> {
  const child = fork(join(import.meta.dirname, `${name}.child.ts`), [JSON.stringify(argument)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await answer<Ready>(child)
  const ask = <T>(question: Question): Promise<T> => {
    const answered = answer<T>(child)
    child.send(question)
    return answered
  }
  return {
    ready,
    pid: child.pid!,
    usage: () => ask<Usage>('usage'),
    async profile(work) {
      await ask('profile')
      await work()
      return ask<string>('profiled')
    },
    async stop() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.send('stop' satisfies Question)
      await ended
    },
  }
}

const answer = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`a program of the benchmark ended with ${code}`))
    child.once('exit', gone)
    child.once('message', (message) => {
      child.off('exit', gone)
      resolve(message as T)
    })
  })

export interface NodeArguments {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly installation: string
  readonly dataDir: string
  /** The built shell, for groups that look at the product in a browser. */
  readonly shellDist?: string
  /** For groups with more than one node. */
  readonly natsUrl?: string
  /** Whether all plugins that are shipped run beside the fixture channel. */
  readonly asShipped?: boolean
  /** Whether no responder is listened for: see `without-responders.ts`. */
  readonly withoutResponders?: boolean
}

/** A node of the product on a database of the run, with the fixture channel as its only plugin unless told. */
export const startNode = (
  { folder }: Cluster,
  { ownerUrl, appUrl, installation }: BenchDatabase,
  more: Pick<NodeArguments, 'shellDist' | 'natsUrl' | 'asShipped' | 'withoutResponders'> = {},
): Promise<Program<{ readonly port: number }>> =>
  startProgram('product', {
    ownerUrl,
    appUrl,
    installation,
    dataDir: mkdtempSync(join(folder, 'node-')),
    ...more,
  } satisfies NodeArguments)
