import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReport } from './api/report.ts'
import { sdkSurface } from './api/surface.ts'
import { referencePages } from './reference/pages.ts'

/* Writes docs/reference and the report of the SDK's public surface anew from the source. */

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(await referencePages())) writeFileSync(join(folder, name), text)
writeFileSync(join(root, 'sdk', 'report.api.md'), apiReport(sdkSurface()))
