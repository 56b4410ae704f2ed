import { implementPlugin } from '@recado/sdk'
import { cancel, check, list, read, resume, start, undo } from './handlers.ts'
import { plugin } from './plugin.ts'
import { advance } from './run/advance.ts'

export default implementPlugin(plugin, {
  routes: { check, list, start, read, cancel, resume, undo },
  jobs: { advance: ({ runId }, ctx) => advance(runId, ctx) },
})
