import { writeFileSync, writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { slowest } from './slowest.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

function add(sum: Count, more: Count): void {
  sum.passed += more.passed
  sum.failed += more.failed
  sum.skipped += more.skipped
}

/** Where an error outside of tests was thrown is said with so many calls. */
const framesSaid = 5

/** The file whose tests ran when something failed outside of them; it may be the aftermath of an earlier one. */
const fileBeside = ({ VITEST_TEST_PATH: path }: SerializedError): string | undefined =>
  typeof path === 'string' ? path : undefined

/** Begins with its file where there is one, as the names of failed tests do, and says where it was thrown. */
function describe(error: SerializedError): string {
  const file = fileBeside(error)
  const [, ...frames] = error.stack?.split('\n') ?? []
  const thrown = frames.filter((frame) => !frame.includes('/vitest/')).slice(0, framesSaid)
  const said = [`outside of tests: ${error.message}`, ...thrown].join('\n')
  return file === undefined ? said : `${relative('', file)} > ${said}`
}

/**
 * Ends the run with one line for people and scripts: `N passed, N failed`, with `, N skipped` when there are any. Under
 * `npm test` the counts go to the file that RECADO_TEST_SUMMARY names, with the names of what failed and with what
 * decision 035 repeats apart, and scripts/run.mjs adds the other checks to them.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    const repeatable = { files: [] as string[], passed: 0, failed: 0, skipped: 0 }
    const outside = errors.map((error) => ({ file: fileBeside(error), failure: describe(error) }))
    const failures = outside.map(({ failure }) => failure)
    const repeated = (process.env['RECADO_TEST_REPEATS'] ?? '').split(',')
    for (const module of modules) {
      const file = relative(module.project.config.root, module.moduleId)
      const tests = [...module.children.allTests()]
      const own = { passed: 0, failed: 0, skipped: 0 }
      for (const test of tests) {
        const { state } = test.result()
        own[state === 'pending' ? 'skipped' : state]++
        if (state === 'failed') failures.push(`${file} > ${test.fullName}`)
      }
      // A file that cannot be loaded has no test to fail.
      if (module.state() === 'failed' && own.failed === 0) {
        own.failed++
        failures.push(file)
      }
      add(count, own)
      // Counted already, and repeated with the file beside which it happened.
      own.failed += outside.filter(({ file: of }) => of === module.moduleId).length
      if (!repeated.includes(module.project.name) || own.failed === 0) continue
      repeatable.files.push(file)
      add(repeatable, own)
    }
    for (const line of slowest(modules)) writeSync(1, `${line}\n`)
    const summary = process.env['RECADO_TEST_SUMMARY']
    if (summary) return writeFileSync(summary, JSON.stringify({ ...count, failures, repeatable }))
    process.once('exit', (code) => {
      // A run that broke down outside of its tests failed all the same.
      const failed = code === 0 ? count.failed : Math.max(count.failed, 1)
      writeSync(
        1,
        `\n${count.passed} passed, ${failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}\n`,
      )
    })
  }
}
