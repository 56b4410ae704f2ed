import type { Localized, PlatformSecrets, PlatformSettings, PluginErrors } from '@recado/contracts'

/** What a plugin declares for the whole installation, and what is shown of it. */
export interface DeclaredPlatformSettings extends PlatformSettings {
  readonly plugin: string
  readonly title: Localized
  readonly description: Localized
  /** Namespace of its words in the shell, and their addresses by language. */
  readonly namespace: string
  readonly locales: Readonly<Record<string, string>>
  readonly errors: PluginErrors
}

/** What a plugin reads of its settings of the installation: values of one moment, and secrets that belong to them. */
export interface DeclaredFacts {
  readonly platformSettings: Readonly<Record<string, unknown>>
  readonly platformSecrets: PlatformSecrets
}

/** Values of what plugins declare, from what is stored. What no longer fits its schema counts as not set. */
export const declaredValues = (
  declared: readonly PlatformSettings[],
  stored: ReadonlyMap<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    declared
      .flatMap(({ settings }) => settings)
      .filter(({ secret }) => !secret)
      .map(({ name, schema, fallback }) => {
        const parsed = stored.has(name) ? schema.safeParse(stored.get(name)) : undefined
        return [name, parsed?.success ? parsed.data : fallback]
      }),
  )
