import {
  fieldIssue,
  platformSettings,
  Refusal,
  type AnyPluginDefinition,
  type PlatformSetting,
  type PluginContext,
} from '@recado/contracts'

/** The part of a context that tells of the settings of the installation. */
export type InstallationFacts = Pick<PluginContext, 'platformSettings' | 'platformSecrets'>

/**
 * Settings of the installation as a master entered them, each checked by itself, the others at their fallbacks.
 * @throws Refusal ERR_VALIDATION for a value that the product would not store, ERR_NO_SETTING_FOUND
 */
export function enteredPlatform(
  { id, platformSettings: schema, errors }: Pick<AnyPluginDefinition, 'id' | 'platformSettings' | 'errors'>,
  entered: Readonly<Record<string, unknown>>,
): InstallationFacts {
  const { settings } = platformSettings(id, schema, errors)
  const unknown = Object.keys(entered).find((name) => !settings.some((one) => one.name === name))
  if (unknown !== undefined) throw new Refusal('ERR_NO_SETTING_FOUND', { detail: unknown })
  const given = new Map(settings.map((one) => [one.name, { ...one, value: valueOf(one, entered) }]))
  const open = [...given.values()].filter(({ secret }) => !secret)
  return {
    platformSettings: Object.freeze(Object.fromEntries(open.map(({ name, value }) => [name, value]))),
    platformSecrets: {
      async get(name) {
        const found = given.get(name)
        return found?.secret && typeof found.value === 'string' ? found.value : undefined
      },
    },
  }
}

function valueOf(
  { name, schema, fallback, secret }: PlatformSetting,
  entered: Readonly<Record<string, unknown>>,
): unknown {
  if (!Object.hasOwn(entered, name) || (secret && entered[name] === null)) return fallback
  const parsed = schema.safeParse(entered[name])
  if (!parsed.success)
    throw new Refusal('ERR_VALIDATION', { issues: parsed.error.issues.map((issue) => fieldIssue(issue, name)) })
  return schema.parse(JSON.parse(JSON.stringify(parsed.data)))
}
