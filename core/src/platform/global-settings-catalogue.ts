import {
  globalSettingsCatalogue,
  originOf,
  type GlobalSecretKey,
  type GlobalSettingKey,
  type GlobalSettingValues,
} from '@recado/contracts'
import type * as z from 'zod'

const entries = Object.entries(globalSettingsCatalogue) as [
  string,
  { schema: z.ZodType; fallback?: unknown; secret?: true },
][]
export const globalSecretKeys = entries.filter(([, { secret }]) => secret).map(([key]) => key) as GlobalSecretKey[]
export const globalSettingKeys = entries.filter(([, { secret }]) => !secret).map(([key]) => key) as GlobalSettingKey[]

type Values = Readonly<Record<string, unknown>>
/** Whether a secret is sent to the same server with both values of `sentTo`, in the same way. */
export const isSentAlike = (sentTo: readonly string[], one: Values, other: Values): boolean =>
  sentTo.every((name) => originOf(String(one[name] ?? '')) === originOf(String(other[name] ?? '')))

/** All values from the stored ones. A value that no longer fits its schema counts as not set. */
export function globalSettingValues(stored: ReadonlyMap<string, unknown>): GlobalSettingValues {
  return Object.fromEntries(
    globalSettingKeys.map((key) => {
      const { schema, fallback } = globalSettingsCatalogue[key]
      const parsed = (schema as z.ZodType).safeParse(stored.get(key))
      return [key, parsed.success ? parsed.data : fallback]
    }),
  ) as unknown as GlobalSettingValues
}
