import * as z from 'zod'
import { FlowEdge, FlowNode, FlowSettings } from '../graph.ts'

/* Versions of blocks that wait for a decision, as they are kept. */

/** Most of them in a draft. */
export const mostUndecided = 100

const { shape } = FlowSettings
/** Some of the settings of a flow, and no others: what is not kept must not come back as a default. */
const SomeSettings = z
  .object({
    humanKeywords: shape.humanKeywords.unwrap(),
    human: shape.human.unwrap(),
    restartKeywords: shape.restartKeywords.unwrap(),
    attempts: shape.attempts.unwrap(),
    silentMinutes: shape.silentMinutes.unwrap(),
    silence: shape.silence.unwrap(),
    silent: shape.silent.unwrap(),
  } satisfies Record<keyof typeof shape, z.ZodType>)
  .partial()
  .strict()
const Version = z.object({ node: FlowNode, edges: z.array(FlowEdge), settings: SomeSettings.optional() }).nullable()
/**
 * A block that two changed at once. `mine` is the version of who was later, `of` their name; `by` is the name of the
 * other one, whose version the flow has. `key` names it, whoever decides.
 */
export const UndecidedVersion = z
  .object({
    key: z.uuid().default(() => crypto.randomUUID()),
    id: z.string().max(30),
    by: z.string().max(200).nullable(),
    of: z.string().max(200).nullable().default(null),
    mine: Version,
    theirs: Version,
  })
  .strict()
export type UndecidedVersion = z.output<typeof UndecidedVersion>

/** All of a draft. */
export const UndecidedVersions = z.array(UndecidedVersion).max(mostUndecided)
