import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parentOf, processorOf, processorOfFamily } from './processor.ts'

/** Uses the processor until the process has used `ms` more of it, however busy the machine is. */
function burn(ms: number): void {
  const before = process.cpuUsage()
  for (let used = 0; used < ms * 1_000;) {
    const { user, system } = process.cpuUsage(before)
    used = user + system
  }
}

const elsewhere = process.platform !== 'linux'

test.skipIf(elsewhere)('processor time is told in milliseconds, as the process itself counts it', () => {
  const own = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  burn(100)
  // Other tests of this process go on between two readings.
  const before = own()
  const told = processorOf(process.pid)
  const after = own()
  expect(told).toBeGreaterThan(before - 30)
  expect(told).toBeLessThan(after + 30)
})

test.skipIf(elsewhere)('that of a family has children that live and children that have ended', () => {
  expect(parentOf(process.pid)).toBe(process.ppid)
  const [before, alone] = [processorOfFamily(process.pid), processorOf(process.pid)]
  execFileSync(process.execPath, ['-e', 'const end = Date.now() + 200; while (Date.now() < end);'])
  const children = processorOfFamily(process.pid) - before - (processorOf(process.pid) - alone)
  expect(children).toBeGreaterThan(20)
  expect(processorOfFamily(process.ppid)).toBeGreaterThan(processorOf(process.pid) - 30)
})
