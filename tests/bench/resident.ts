import { readFileSync } from 'node:fs'

/** Whether {@link residentOf} can tell. */
export const tellsResident = process.platform === 'linux'

/** Memory that a process holds, in MB. */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_000

/** The most that a process held while `work` ran, in MB, looked at every 20 ms; NaN where it cannot be told. */
export async function peakDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  if (!tellsResident) {
    await work()
    return Number.NaN
  }
  let peak = residentOf(pid)
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentOf(pid))
  }, 20)
  await work().finally(() => clearInterval(sampling))
  return peak
}
