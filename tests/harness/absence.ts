import { writeSync } from 'node:fs'

const told = new Set<string>()

/** Says once per process what is not tested here and why. Where nothing may be skipped (`CI=true`) it is a failure. */
export function reportAbsence(what: string, why: string): void {
  if (process.env['CI'] === 'true') throw new Error(`${what} cannot be skipped in CI: ${why}`)
  if (told.has(what)) return
  told.add(what)
  writeSync(2, `SKIPPED ${what}: ${why}\n`)
}
