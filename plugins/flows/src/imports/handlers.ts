import { drizzleOn } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import type { ImportNote } from '../flows/flow.ts'
import { filesOf, insert, ownFiles, type Tx } from '../flows/flow-store.ts'
import type { Handler } from '../flows/handlers.ts'
import { flowView } from '../flows/views.ts'
import type { Graph } from '../graph/graph.ts'
import { readFile } from './read-file.ts'

/** Creates a flow from a file, inactive and unpublished. @throws Refusal ERR_FLOW_FILE with the reasons */
export const importFile: Handler<'import'> = async ({ body: { name, file } }, ctx) => {
  const read = readFile(file)
  if ('issues' in read) throw refusal('ERR_FLOW_FILE', { issues: read.issues })
  const { id, left } = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const kept = await withOwnFiles(tx, ctx.tenant, read.graph)
    const details = { name: (name ?? '') || read.name || 'Flow', description: read.description, testNumber: '' }
    return { id: await insert(tx, ctx.tenant, ctx.viewer.userId, details, kept.graph), left: kept.notes }
  })
  return { flow: await flowView(id, ctx), notes: [...read.notes, ...left] }
}

/** Files that the company does not have are left out: a flow may come from another one. */
async function withOwnFiles(tx: Tx, tenantId: string, graph: Graph): Promise<{ graph: Graph; notes: ImportNote[] }> {
  const own = await ownFiles(tx, tenantId, filesOf(graph))
  const notes: ImportNote[] = []
  const nodes = graph.nodes.map((node) => {
    if (node.kind !== 'message') return node
    const parts = node.data.parts.map((part) => {
      if (part.kind !== 'media' || part.media === null || own.has(part.media)) return part
      notes.push({ code: 'fileLeft', at: node.id })
      return { ...part, media: null }
    })
    return { ...node, data: { ...node.data, parts } }
  })
  return { graph: { ...graph, nodes }, notes }
}
