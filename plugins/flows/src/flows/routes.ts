import { defineRoute, FormChoices } from '@recado/sdk'
import * as z from 'zod'
import { Effect, RunEvent, RunFacts, RunState, Said } from '../engine/state.ts'
import { Graph, GraphId } from '../graph/graph.ts'
import { UndecidedVersions } from '../graph/merge/undecided.ts'
import { maxGraphBytes, maxMediaBytes, maxNameLength, maxUndecidedBytes } from '../graph/limits.ts'
import { StepDraft, StepView } from '../steps/step.ts'
import {
  DraftAnswer,
  EditorView,
  Figures,
  Flow,
  FlowDetails,
  FlowExport,
  FlowFile,
  FlowOffer,
  FlowSummary,
  ImportNote,
  mostChosen,
  TemplateOffer,
  VersionSummary,
} from './flow.ts'

const access = { kind: 'session', permission: 'flows.manage' } as const
const params = z.object({ id: z.uuid() })
const versionParams = z.object({ id: z.uuid(), number: z.coerce.number().int().min(1) })
const stepParams = z.object({ id: z.uuid(), stepId: z.string().max(40) })
const mediaParams = z.object({ media: z.uuid() })
const read = { access, rate: 'read', method: 'GET' } as const
const write = { access, rate: 'write' } as const
/** Said again and again: it takes nothing of what saving may take. */
const presence = { access, rate: 'read' } as const
const graphBody = { ...write, maxBody: maxGraphBytes } as const
const unknown = ['ERR_NO_AUTO_REPLY_FOUND'] as const
const ofPlan = ['ERR_FREE_PLAN_CHATFLOWS', 'ERR_FREE_PLAN_VIOLATION'] as const
const ofGraph = ['ERR_FLOW_SELF_CONNECTION', 'ERR_FLOW_MEDIA'] as const
const ofSteps = ['ERR_NO_STEP_AUTO_REPLY_FOUND', 'ERR_FLOW_STEPS'] as const
const revision = z.int().min(0)
const Deleted = z.object({ message: z.string() })

export const routes = {
  list: defineRoute({
    ...read,
    path: '/flows',
    summary: 'All flows, by name',
    response: z.array(FlowSummary),
  }),
  create: defineRoute({
    ...graphBody,
    method: 'POST',
    path: '/flows',
    summary: 'Creates a flow that is not active, empty or with this graph as its draft',
    body: FlowDetails.extend({ graph: Graph.optional() }),
    response: Flow,
    errors: ['ERR_FLOW_EXISTS', 'ERR_FLOW_LIMIT', ...ofGraph],
  }),
  read: defineRoute({
    ...read,
    path: '/flows/:id',
    summary: 'A flow with its draft and the faults of that',
    params,
    response: Flow,
    errors: unknown,
  }),
  update: defineRoute({
    ...write,
    method: 'PATCH',
    path: '/flows/:id',
    summary: 'Changes name, description or test number',
    params,
    body: z
      .object({
        name: FlowDetails.shape.name.optional(),
        description: z.string().trim().max(500).optional(),
        testNumber: FlowDetails.shape.testNumber.unwrap().optional(),
      })
      .strict(),
    response: FlowSummary,
    errors: [...unknown, 'ERR_FLOW_EXISTS'],
  }),
  saveDraft: defineRoute({
    ...graphBody,
    maxBody: maxGraphBytes + maxUndecidedBytes,
    method: 'PUT',
    path: '/flows/:id/draft',
    summary: 'Keeps the draft made from this revision; a later one of somebody else is answered instead',
    params,
    body: z
      .object({ revision, graph: Graph, undecided: UndecidedVersions.optional(), page: z.uuid().optional() })
      .strict(),
    response: DraftAnswer,
    errors: [...unknown, ...ofGraph],
  }),
  beEditor: defineRoute({
    ...presence,
    method: 'PUT',
    path: '/flows/:id/editors',
    summary: 'Says that the flow is open on this page, with the chosen blocks, and answers who else has it open',
    params,
    body: z.object({ page: z.uuid(), chosen: z.array(GraphId).max(mostChosen) }).strict(),
    response: z.object({ editors: z.array(EditorView) }),
    errors: unknown,
  }),
  leaveEditor: defineRoute({
    ...presence,
    method: 'DELETE',
    path: '/flows/:id/editors',
    summary: 'Says that the flow is no longer open on this page',
    params,
    query: z.object({ page: z.uuid() }),
    response: z.object({}),
    errors: unknown,
  }),
  publish: defineRoute({
    ...write,
    method: 'POST',
    path: '/flows/:id/versions',
    summary: 'Publishes the draft of this revision; conversations that are in the flow stay on their version',
    params,
    body: z.object({ revision }).strict(),
    response: Flow,
    errors: [...unknown, 'ERR_FLOW_FAULTS', 'ERR_FLOW_CHANGED'],
  }),
  versions: defineRoute({
    ...read,
    path: '/flows/:id/versions',
    summary: 'Published versions, latest first',
    params,
    response: z.array(VersionSummary),
    errors: unknown,
  }),
  version: defineRoute({
    ...read,
    path: '/flows/:id/versions/:number',
    summary: 'The graph of a published version',
    params: versionParams,
    response: z.object({ number: z.int(), graph: Graph }),
    errors: unknown,
  }),
  activate: defineRoute({
    ...write,
    method: 'PUT',
    path: '/flows/:id/active',
    summary: 'Lets a published flow answer, or not; an inactive one answers its test number alone',
    params,
    body: z.object({ isActive: z.boolean() }).strict(),
    response: FlowSummary,
    errors: [...unknown, 'ERR_FLOW_NOT_PUBLISHED', ...ofPlan],
  }),
  remove: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/flows/:id',
    summary: 'Deletes a flow that no conversation is in and no other flow leads to',
    params,
    response: Deleted,
    errors: [...unknown, 'ERR_AUTO_REPLY_RELATIONED_TICKET'],
  }),
  duplicate: defineRoute({
    ...write,
    method: 'POST',
    path: '/flows/:id/copies',
    summary: 'Creates an inactive flow with the same draft',
    params,
    body: z.object({ name: z.string().trim().min(1).max(maxNameLength) }).strict(),
    response: Flow,
    errors: [...unknown, 'ERR_FLOW_EXISTS', 'ERR_FLOW_LIMIT'],
  }),
  export: defineRoute({
    ...read,
    path: '/flows/:id/export',
    summary: 'The draft as a file',
    params,
    response: FlowExport,
    errors: unknown,
  }),
  import: defineRoute({
    ...graphBody,
    method: 'POST',
    path: '/imports',
    summary: 'Creates a flow from a file: an export of Recado or an older one of the product family',
    body: z.object({ name: z.string().trim().max(maxNameLength).optional(), file: z.unknown() }).strict(),
    response: z.object({ flow: Flow, notes: z.array(ImportNote) }),
    errors: ['ERR_FLOW_FILE', 'ERR_FLOW_EXISTS', 'ERR_FLOW_LIMIT', 'ERR_FLOW_SELF_CONNECTION'],
  }),
  figures: defineRoute({
    ...read,
    path: '/flows/:id/figures',
    summary: 'How many conversations took each edge in the last 30 days, and where they are now',
    params,
    response: Figures,
    errors: unknown,
  }),
  upload: defineRoute({
    access,
    rate: 'upload',
    method: 'POST',
    path: '/media',
    summary: 'Keeps a file for a message of a flow, 5 MB at most',
    encoding: 'multipart',
    maxBody: maxMediaBytes + 65_536,
    response: FlowFile,
    errors: ['ERR_NO_FILE_UPLOADED', 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'],
  }),
  file: defineRoute({
    ...read,
    path: '/media/:media',
    summary: 'A file of flows, with a fresh address',
    params: mediaParams,
    response: FlowFile,
    errors: ['ERR_NO_MEDIA_FOUND'],
  }),
  preview: defineRoute({
    ...graphBody,
    method: 'POST',
    path: '/previews',
    summary: 'One event of a played conversation in this graph; does nothing',
    body: z.object({ graph: Graph, state: RunState.nullable(), event: RunEvent, facts: RunFacts.default({}) }).strict(),
    response: z.object({ state: RunState, effects: z.array(Effect) }),
  }),
  replay: defineRoute({
    ...graphBody,
    method: 'POST',
    path: '/replays',
    summary: 'Where what a contact wrote in a past conversation would have gone in this graph; does nothing',
    body: z
      .object({
        graph: Graph,
        messages: z
          .array(z.object({ id: z.uuid(), at: z.number(), said: Said }).strict())
          .min(1)
          .max(500),
        facts: RunFacts.default({}),
      })
      .strict(),
    response: z.object({
      turns: z.array(
        z.object({ messageId: z.uuid().nullable(), event: RunEvent, state: RunState, effects: z.array(Effect) }),
      ),
    }),
  }),
  conversations: defineRoute({
    ...read,
    path: '/conversations',
    summary: 'Conversations of the last seven days that can be replayed, latest first',
    response: z.array(z.object({ ticketId: z.uuid(), name: z.string(), protocol: z.string(), at: z.string() })),
  }),
  offer: defineRoute({
    ...read,
    path: '/blocks',
    summary: 'Conditions, actions, surveys and bots that plugins offer to flows',
    response: FlowOffer,
  }),
  templates: defineRoute({
    ...read,
    path: '/templates',
    summary: 'Approved templates for a block, by name; 200 at most of each plugin that has some',
    query: z.object({ search: z.string().trim().max(100).default('') }),
    response: TemplateOffer,
  }),
  choices: defineRoute({
    ...read,
    path: '/choices',
    summary: 'Flows, to be chosen in an order of responders',
    response: FormChoices,
  }),
  steps: defineRoute({
    ...read,
    path: '/flows/:id/steps',
    summary: 'The draft as steps with actions',
    params,
    response: StepView,
    errors: unknown,
  }),
  createStep: defineRoute({
    ...write,
    method: 'POST',
    path: '/flows/:id/steps',
    summary: 'Adds a step to the draft',
    params,
    body: StepDraft,
    response: StepView,
    errors: [...unknown, ...ofSteps, 'ERR_FLOW_SELF_CONNECTION'],
  }),
  updateStep: defineRoute({
    ...write,
    method: 'PUT',
    path: '/flows/:id/steps/:stepId',
    summary: 'Replaces a step with its actions; the initial one stays so until another one is',
    params: stepParams,
    body: StepDraft,
    response: StepView,
    errors: [...unknown, ...ofSteps, 'ERR_FLOW_SELF_CONNECTION'],
  }),
  removeStep: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/flows/:id/steps/:stepId',
    summary: 'Takes a step out of the draft, with the actions that lead to it',
    params: stepParams,
    response: StepView,
    errors: [...unknown, ...ofSteps],
  }),
}
