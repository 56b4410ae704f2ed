import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReport } from './api/report.ts'
import { sdkSurface } from './api/surface.ts'
import { referencePages } from './reference/pages.ts'
import { statementsPage } from './statements/page.ts'
import { readState } from './statements/state.ts'
import { summary } from './statements/summary.ts'
import { readUnraisedCodes } from './statements/unraised-codes.ts'

/*
 * Writes docs/reference and the report of the SDK's public surface anew from the source. With `statements` only the
 * page that says which statements of the specification are done and which codes nothing raises, with its totals in the
 * terminal.
 */

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')
mkdirSync(folder, { recursive: true })
if (process.argv[2] === 'statements') {
  const states = readState()
  const unraised = await readUnraisedCodes()
  writeFileSync(join(folder, 'statements.md'), statementsPage(states, unraised))
  console.log(summary(states, unraised))
} else {
  for (const [name, text] of Object.entries(await referencePages())) writeFileSync(join(folder, name), text)
  writeFileSync(join(root, 'sdk', 'report.api.md'), apiReport(sdkSurface()))
}
