import { implementPlugin } from '@recado/sdk'
import { cancel, check, list, look, read, resume, start, stopFollowing, undo } from './handlers.ts'
import { checkTable, discard, tables, upload } from './table/handlers.ts'
import { removeTable } from './table/table-store.ts'
import { plugin } from './plugin.ts'
import { advance } from './run/advance.ts'

export default implementPlugin(plugin, {
  routes: { upload, tables, checkTable, discard, check, list, start, read, cancel, resume, stopFollowing, look, undo },
  jobs: {
    advance: ({ runId }, ctx) => advance(runId, ctx),
    forget: ({ file }, ctx) => ctx.db.transaction(async (tx) => void (await removeTable(tx, ctx.tenant, file))),
  },
})
