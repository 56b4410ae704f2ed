import { mkdirSync, writeFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { join, relative } from 'node:path'
import { repository, type BenchDatabase } from './cluster.ts'
import { counted, ofProduct, settled } from './costs.ts'
import type { Program } from './program.ts'

/** Where profiles are written. */
const folder = join(repository, '.cache', 'profiles')
/** Lines of each table. */
const longest = 40

interface Profiled {
  /** Begins the names of the files. */
  readonly name: string
  readonly database: BenchDatabase
  readonly node: Program<unknown>
  say(line: string): void
}

/**
 * Profiles the node and counts the statements of the database while `work` runs and until everything is done that it
 * set going. `work` answers how many messages there were; each figure is of one of them. Writes `<name>.cpuprofile`,
 * `<name>.functions.txt` and `<name>.statements.txt`.
 */
export async function profiled({ name, database, node, say }: Profiled, work: () => Promise<number>): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const write = (ending: string, text: string): void => {
    const path = join(folder, `${name}.${ending}`)
    writeFileSync(path, text)
    say(`written: ${relative(repository, path)}`)
  }
  let messages = 0
  const statements = await counted(database, 'all', async () => {
    const profile = await node.profile(async () => {
      messages = await work()
      await settled(database)
    })
    write('cpuprofile', profile)
    write('functions.txt', functionTable(JSON.parse(profile) as Profiler.Profile, messages))
    return statementsOf(database)
  })
  write('statements.txt', statementTable(statements, messages))
  say(`${messages} messages`)
}

interface CountedStatement {
  readonly query: string
  readonly isOuter: boolean
  readonly calls: number
  readonly plans: number
  readonly runMs: number
  readonly planMs: number
}

/** Statements within functions stand apart; their time is part of their function’s too. */
const statementsOf = ({ owner }: BenchDatabase): Promise<CountedStatement[]> => owner<CountedStatement[]>`
  select regexp_replace(query, '\\s+', ' ', 'g') as query, toplevel as "isOuter", calls::float8 as calls,
         plans::float8 as plans, total_exec_time as "runMs", total_plan_time as "planMs"
    from pg_stat_statements s join pg_database d on d.oid = s.dbid
   where d.datname = current_database() and ${owner.unsafe(ofProduct)}
   order by total_exec_time + total_plan_time desc`

const row = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(9)).join(' ')

function statementTable(statements: readonly CountedStatement[], messages: number): string {
  const each = (value: number, digits: number): string => (value / messages).toFixed(digits)
  const line = ({ calls, plans, runMs, planMs, isOuter, query }: CountedStatement): string =>
    `${row([each(calls, 3), each(plans, 3), each(runMs, 4), each(planMs, 4)])}  ` +
    `${isOuter ? '' : '↳ '}${query.slice(0, 200)}`
  const outer = statements.filter(({ isOuter }) => isOuter)
  const sum = (of: keyof CountedStatement): number => outer.reduce((total, one) => total + Number(one[of]), 0)
  return [
    'Of one message; ↳ runs within a function, whose time includes it.',
    row(['calls', 'plans', 'run ms', 'plan ms']),
    `${row([each(sum('calls'), 3), each(sum('plans'), 3), each(sum('runMs'), 4), each(sum('planMs'), 4)])}  ` +
      'all clients',
    ...statements.slice(0, longest).map(line),
    '',
  ].join('\n')
}

/** Functions by their own time, called ones left out. */
function functionTable({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, messages: number): string {
  const nameOf = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const file = url.replace(`file://${repository}/`, '').replace(/.*\/node_modules\//, '')
      return [id, `${functionName || '(anonymous)'}${url ? `  ${file}:${lineNumber + 1}` : ''}`]
    }),
  )
  const own = new Map<string, number>()
  samples.forEach((id, index) => {
    const name = nameOf.get(id)!
    own.set(name, (own.get(name) ?? 0) + timeDeltas[index]! / 1_000)
  })
  own.delete('(idle)')
  const all = [...own.values()].reduce((sum, ms) => sum + ms, 0)
  const lines = [...own].toSorted(([, a], [, b]) => b - a).slice(0, longest)
  const line = (ms: number, name: string): string =>
    `${row([(ms / messages).toFixed(4), `${((100 * ms) / all).toFixed(1)} %`])}  ${name}`
  return [
    'Own time of functions, ms of one message.',
    line(all, 'all'),
    ...lines.map(([name, ms]) => line(ms, name)),
    '',
  ].join('\n')
}
