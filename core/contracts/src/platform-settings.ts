import * as z from 'zod'
import { formFields } from './form-fields.ts'
import type { FormField } from './form-field.ts'
import type { PluginErrors } from './plugin-errors.ts'
import { PluginShapeError } from './plugin-shape-error.ts'

/** A setting that a plugin declares for the whole installation. */
export interface PlatformSetting {
  readonly name: string
  readonly schema: z.ZodType
  /** Value without a stored one: the default of the schema, else null. An open setting takes it. */
  readonly fallback: unknown
  /** Written and used, never read back. */
  readonly secret: boolean
  /** Of a secret: the settings that decide where it is sent, so that it is typed again when one of them changes. */
  readonly sentTo: readonly string[]
}
/** The settings that a plugin declares for the whole installation, and their form. */
export interface PlatformSettings {
  readonly fields: readonly FormField[]
  readonly settings: readonly PlatformSetting[]
  /** The secret with the address of a PostgreSQL database that masters can test, and the code of a failed test. */
  readonly database?: { readonly setting: string; readonly error: `ERR_${string}` }
}

interface Meta {
  readonly sentTo?: unknown
  readonly databaseError?: unknown
}

/** `webChat` for `web-chat`: the beginning of the names of a plugin's platform settings. */
const prefixOf = (plugin: string): string => plugin.replace(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase())

/**
 * Reads the schema of a plugin's `platformSettings`. Secrets may carry `.meta({ secret: true, sentTo: ['name'] })`, and
 * one of them `databaseError`, a code of the plugin.
 *
 * @throws PluginShapeError for a schema without a form, a name that does not begin with the plugin's id, a `sentTo`
 * that names no open setting, an open setting without a value before anybody fills it in, and a `databaseError` that
 * the plugin does not declare
 */
export function platformSettings(
  plugin: string,
  schema: z.ZodObject = z.object({}),
  errors: PluginErrors = {},
): PlatformSettings {
  const fields = formFields(schema)
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as {
    properties?: Record<string, Meta>
  }
  const open = fields.filter(({ type }) => type !== 'secret').map(({ name }) => name)
  const fail = (name: string, why: string): never => {
    throw new PluginShapeError(`its platform setting ${name} ${why}`)
  }
  const isOwn = new RegExp(`^${prefixOf(plugin)}[A-Z]`)
  const settings = fields.map(({ name, type }): PlatformSetting => {
    const { sentTo = [] } = properties[name] ?? {}
    if (!isOwn.test(name)) fail(name, `must be called ${prefixOf(plugin)}…, so that it is no other plugin’s`)
    const named = z.array(z.enum(open)).safeParse(sentTo)
    if (!named.success) fail(name, 'is sent to what is no open setting of it')
    const one = schema.shape[name] as z.ZodType
    const initial = one.safeParse(undefined)
    const fallback = initial.success ? (initial.data ?? null) : null
    if (type !== 'secret' && !one.safeParse(fallback).success)
      fail(name, 'has no value before anybody fills it in: give it a default, or `.nullable().default(null)`')
    return {
      name,
      schema: one,
      fallback,
      secret: type === 'secret',
      sentTo: named.data ?? [],
    }
  })
  const tested = fields.filter(({ name }) => properties[name]?.databaseError !== undefined)
  const [first, second] = tested
  if (!first) return { fields, settings }
  if (second) fail(second.name, 'is a second database to test')
  const error = String(properties[first.name]!.databaseError)
  if (first.type !== 'secret') fail(first.name, 'has the address of a database and is no secret')
  if (!Object.hasOwn(errors, error)) fail(first.name, `fails its test with ${error}, which the plugin does not declare`)
  return { fields, settings, database: { setting: first.name, error: error as `ERR_${string}` } }
}
