import * as z from 'zod'
import { Scope } from '../keys/key.ts'

/** The request of a program, as the address of the page holds it. */
export const PackedRequest = z.string().min(1).max(12_000)

/**
 * What a program asks for. `unknown`: nobody registered so. `refused`: it asks wrongly, `redirect` leads back to it.
 * `asked`: the user decides; the name is what the program says of itself.
 */
export const ConsentAsked = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown') }),
  z.object({ state: z.literal('refused'), leadsTo: z.string(), redirect: z.string() }),
  z.object({
    state: z.literal('asked'),
    name: z.string(),
    /** Host of the document that describes the program, where it has one. */
    site: z.string().nullable(),
    leadsTo: z.string(),
    scopes: z.array(Scope),
  }),
])
export type ConsentAsked = z.infer<typeof ConsentAsked>

/** Null scopes refuse the program. */
export const ConsentDecision = z
  .object({ request: PackedRequest, scopes: z.array(Scope).max(Scope.options.length).nullable() })
  .strict()
export type ConsentDecision = z.output<typeof ConsentDecision>

export const Led = z.object({ redirect: z.string() })
export type Led = z.infer<typeof Led>
