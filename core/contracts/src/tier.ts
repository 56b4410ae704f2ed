import * as z from 'zod'

/** Licence tiers, lowest first (S9-081…084). A feature names the lowest tier that may use it. */
export const tiers = ['free', 'basic', 'plus', 'premium'] as const
/** Name of a licence tier, for `tier` of a plugin. */
export const Tier = z.enum(tiers)
export type Tier = z.infer<typeof Tier>

/** Whether a tenant of tier `have` may use what asks for `need`. */
export const tierAllows = (have: Tier, need: Tier): boolean => tiers.indexOf(have) >= tiers.indexOf(need)
