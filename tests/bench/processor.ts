import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether the functions of this file can tell; elsewhere they answer NaN. */
const tells = existsSync('/proc/self/stat')
/** Of `utime` and its like; Linux has told it as a hundredth of a second for decades, whatever its own clock. */
const msPerTick = 10

interface Process {
  readonly parent: number
  /** Processor time, without what children used. */
  readonly ownMs: number
  /** Of children that have ended. */
  readonly endedMs: number
}

function processOf(pid: number): Process | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name stands in brackets and may hold anything; what follows begins with the third field, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number): number => Number(fields[number - 3])
  return {
    parent: field(4),
    ownMs: (field(14) + field(15)) * msPerTick,
    endedMs: (field(16) + field(17)) * msPerTick,
  }
}

/** Processor time that a process has used, all of its threads, in milliseconds. */
export const processorOf = (pid: number): number => (tells ? processOf(pid)!.ownMs : Number.NaN)

/** Processor time of a process and its children, those included that have ended. */
export function processorOfFamily(pid: number): number {
  if (!tells) return Number.NaN
  const { ownMs, endedMs } = processOf(pid)!
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processOf(Number(name)))
    .reduce((sum, one) => sum + (one?.parent === pid ? one.ownMs : 0), ownMs + endedMs)
}

/** The process whose child this one is. */
export const parentOf = (pid: number): number => processOf(pid)?.parent ?? Number.NaN
