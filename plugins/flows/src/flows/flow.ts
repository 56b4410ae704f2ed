import { ApprovedTemplate, AutomationOffer, instant, MediaKind } from '@recado/sdk'
import * as z from 'zod'
import { faultCodes } from '../graph/faults.ts'
import { Graph, GraphId } from '../graph/graph.ts'
import { UndecidedVersions } from '../graph/merge/undecided.ts'
import { maxDescriptionLength, maxNameLength } from '../graph/limits.ts'

/** Digits of a phone number that tries a flow before it is for everybody (S3-032); empty for none. */
export const TestNumber = z
  .string()
  .trim()
  .max(30)
  .transform((entered) => entered.replace(/[\s().+-]/g, ''))
  .pipe(z.string().regex(/^(\d{8,15})?$/, 'digits of a phone number'))

/** Fields of a flow beside what it does (S3-032). */
export const FlowDetails = z
  .object({
    name: z.string().trim().min(1).max(maxNameLength),
    description: z.string().trim().max(maxDescriptionLength).default(''),
    testNumber: TestNumber.default(''),
  })
  .strict()
export type FlowDetails = z.output<typeof FlowDetails>

export const FaultView = z.object({
  code: z.enum(faultCodes),
  severity: z.enum(['error', 'warning']),
  nodeId: z.string().optional(),
  edgeId: z.string().optional(),
  field: z.string().optional(),
  name: z.string().optional(),
})

const Editor = z.object({ id: z.uuid(), name: z.string() })
/** The draft of a flow. `revision` grows with every change of it; a change names the one that it was made from. */
export const Draft = z.object({
  revision: z.int(),
  graph: Graph,
  /** What two changed at the same time and nobody has decided about: everybody sees it. */
  undecided: UndecidedVersions,
  savedAt: instant,
  savedBy: Editor.nullable(),
})
export type Draft = z.output<typeof Draft>

/** A flow in the list. `running` counts the conversations that are in it now, `begun` those of the last 30 days. */
export const FlowSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  testNumber: z.string(),
  isActive: z.boolean(),
  /** Number of the published version; null if it never was. */
  version: z.int().nullable(),
  /** The draft is not what is published. */
  hasChanges: z.boolean(),
  blocks: z.int(),
  running: z.int(),
  begun: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type FlowSummary = z.output<typeof FlowSummary>

/** A flow with its draft, and with what keeps that from being published. */
export const Flow = FlowSummary.extend({ draft: Draft, faults: z.array(FaultView) })
export type Flow = z.output<typeof Flow>

/** Most chosen blocks that others are shown of an editor. */
export const mostChosen = 20
/** Somebody who has the flow open: the page where it is open, who they are, and the blocks that they have chosen. */
export const EditorView = z.object({
  page: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  chosen: z.array(GraphId).max(mostChosen),
})
export type EditorView = z.output<typeof EditorView>
/** Push `editor`: what somebody has chosen now, or that they have left. */
export interface EditorPush extends EditorView {
  readonly flowId: string
  readonly isHere: boolean
}
/** Push `draft`: somebody changed the draft, on that page, or published it. */
export interface DraftPush {
  readonly flowId: string
  readonly page: string | null
  readonly revision: number
  readonly version: number | null
}

/** PUT /flows/:id/draft: kept, or not because somebody else kept another one first, which is answered. */
export const DraftAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('saved'),
    revision: z.int(),
    savedAt: instant,
    faults: z.array(FaultView),
  }),
  z.object({ outcome: z.literal('conflict'), draft: Draft }),
])

export const VersionSummary = z.object({
  number: z.int(),
  publishedAt: instant,
  publishedBy: Editor.nullable(),
  running: z.int(),
})

/** What plugins offer to flows: conditions, actions and surveys. */
export const FlowOffer = AutomationOffer.extend({
  surveys: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Plugins that speak with bots, by id. */
  bots: z.array(z.object({ plugin: z.string(), title: z.string() })),
})

/** Templates that a block can send. `connections`: the names of those that can send it. */
export const TemplateOffer = z.object({
  templates: z.array(
    ApprovedTemplate.omit({ connectionId: true, connection: true }).extend({ connections: z.array(z.string()) }),
  ),
})
export type TemplateOffer = z.output<typeof TemplateOffer>

/** How many conversations took an edge, and how many went into a node, in the last 30 days; `waiting` there now. */
export const Figures = z.object({
  since: instant,
  edges: z.array(z.object({ edgeId: z.string(), taken: z.int() })),
  nodes: z.array(
    z.object({
      nodeId: z.string(),
      entered: z.int(),
      /** Conversations that ended here, or were left by their contact. */
      left: z.int(),
      waiting: z.int(),
    }),
  ),
})

/** An uploaded file; `url` serves it for an hour. */
export const FlowFile = z.object({
  media: z.uuid(),
  as: MediaKind,
  mime: z.string(),
  bytes: z.int(),
  name: z.string(),
  url: z.string(),
})

/** A flow as a file. */
export const exportFormat = 'recado.flow'
export const FlowExport = z.object({
  format: z.literal(exportFormat),
  formatVersion: z.literal(1),
  name: z.string(),
  description: z.string(),
  graph: Graph,
})

/** What an import could not take over as it was, `at` a block or a line of the file. */
export const ImportNote = z.object({
  code: z.enum(['fileLeft', 'destinationLeft', 'actionLeft', 'lineLeft', 'blockLeft', 'referenceLeft', 'cut']),
  at: z.string(),
})
export type ImportNote = z.output<typeof ImportNote>
