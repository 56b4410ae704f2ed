import * as z from 'zod'
import { tiers } from './tier-order.ts'

/** Name of a licence tier, for `tier` of a plugin. */
export const Tier = z.enum(tiers)
export type Tier = z.infer<typeof Tier>
