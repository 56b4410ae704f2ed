import type { ErrorFacts } from '@recado/sdk'
import * as z from 'zod'
import { FlowExport, exportFormat, type ImportNote } from '../flows/flow.ts'
import { Graph } from '../graph/graph.ts'
import { maxDescriptionLength, maxNameLength } from '../graph/limits.ts'
import { AutoReplyFile, graphOfAutoReply } from './auto-reply.ts'
import { ChatFlowFile, graphOfChatFlow } from './chat-flow.ts'

/** A flow as it was read from a file, or why it could not be. */
export type ReadFlow =
  | {
      readonly name: string
      readonly description: string
      readonly graph: Graph
      readonly notes: readonly ImportNote[]
    }
  | { readonly issues: NonNullable<ErrorFacts['issues']> }

const Named = z.looseObject({ name: z.string().optional().catch(undefined) })
const mostIssues = 20

/**
 * Reads a file of flows: an export of Recado, or an older one of the product family, with a canvas or with steps. What
 * is in it is looked at and never run; what does not fit is refused with its place.
 */
export function readFile(file: unknown): ReadFlow {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return refused('', 'is no object of JSON')
  if ('format' in file) return readExport(file)
  const inner = 'flow' in file && typeof file.flow === 'object' && file.flow !== null ? file.flow : file
  const name = (Named.safeParse(file).data?.name ?? Named.safeParse(inner).data?.name ?? '').trim()
  const described = { name: name.slice(0, maxNameLength), description: '' }
  if ('nodeList' in inner) return converted(ChatFlowFile, inner, graphOfChatFlow, described)
  if ('stepsReply' in file || 'steps' in file) return converted(AutoReplyFile, file, graphOfAutoReply, described)
  return refused('', 'has neither a format, nor nodeList, nor steps')
}

function readExport(file: object): ReadFlow {
  const { format } = file as { format?: unknown }
  if (format !== exportFormat) return refused('format', `is not ${exportFormat}`)
  const read = FlowExport.safeParse(file)
  if (!read.success) return { issues: issuesOf(read.error) }
  const { name, description, graph } = read.data
  return {
    name: name.trim().slice(0, maxNameLength),
    description: description.slice(0, maxDescriptionLength),
    graph,
    notes: [],
  }
}

function converted<F>(
  schema: z.ZodType<F>,
  file: object,
  convert: (file: F) => { graph: unknown; notes: ImportNote[] },
  described: { name: string; description: string },
): ReadFlow {
  const read = schema.safeParse(file)
  if (!read.success) return { issues: issuesOf(read.error) }
  const { graph, notes } = convert(read.data)
  const fits = Graph.safeParse(graph)
  return fits.success
    ? { ...described, graph: fits.data, notes: notes.slice(0, 200) }
    : { issues: issuesOf(fits.error) }
}

const refused = (path: string, message: string): ReadFlow => ({
  issues: [{ path: path === '' ? 'file' : `file.${path}`, message }],
})
const issuesOf = ({ issues }: z.ZodError): NonNullable<ErrorFacts['issues']> =>
  issues.slice(0, mostIssues).map(({ path, message }) => ({
    path: ['file', ...path.map(String)].join('.').slice(0, 200),
    message: message.slice(0, 300),
  }))
