/** Licence tiers, lowest first (S9-081…084). A feature names the lowest tier that may use it. */
export const tiers = ['free', 'basic', 'plus', 'premium'] as const

/** Whether a tenant of tier `have` may use a feature that requires `need`. */
export const tierAllows = (have: (typeof tiers)[number], need: (typeof tiers)[number]): boolean =>
  tiers.indexOf(have) >= tiers.indexOf(need)
