import * as z from 'zod'
import { Refusal } from './errors.ts'
import { fieldIssue, type FieldIssue } from './field-issues.ts'
import { formFields } from './form-fields.ts'
import type { FormField } from './form-field.ts'
import { isSameTarget, targetOf, withTargets, type TargetSettings } from './settings-target.ts'

/** Values that a user sent, split by their storage. */
export interface SplitSettings {
  /** For the database: unparsed, so that defaults and transforms apply again at every reading. */
  readonly values: Record<string, unknown>
  /** For the vault. */
  readonly secrets: Readonly<Record<string, string>>
  /** Names of secrets to erase: they were sent as null. */
  readonly erased: readonly string[]
  /**
   * Whether secrets are sent elsewhere from now on: another server, port or proxy. Each was typed again then, or
   * erased.
   */
  readonly moved: boolean
}

type Settings = Readonly<Record<string, unknown>>

/**
 * Settings of a plugin for one company, or of one connection of a channel: form, reading and saving from one schema.
 */
export interface SettingsForm {
  readonly fields: readonly FormField[]
  readonly secretNames: readonly string[]
  /**
   * Stored values as the plugin sees them: validated, with defaults, without secrets. Refuses with ERR_PLUGIN_SETTINGS.
   */
  read(stored: unknown): Record<string, unknown>
  /**
   * Checks a whole form. A secret that is absent or empty keeps its value, null erases it. Where secrets would be sent
   * elsewhere than before, each has to be typed again or erased; the address of the proxy itself may stay.
   *
   * @param kept the secrets stored now, so that the schema is checked as a whole
   * @param before the values stored now; absent for a form that is filled in for the first time
   * @throws Refusal ERR_VALIDATION with the fields; rule `addressChanged` at secrets that have to be typed again
   */
  split(input: Settings, kept: Readonly<Record<string, string>>, before?: Settings): SplitSettings
  /**
   * Target of the secrets of these values, as a text to compare. A secret is stored with it and not given out for
   * values with another one.
   * @param proxy the stored address of the proxy, for a form that has one
   */
  target(values: Settings, proxy?: string): string
  /**
   * {@link target} of each secret, by its name: with the first text it is stored, and with each of them it is given
   * out. One that does not say where it is sent has that of all; one that does had it before it did.
   */
  targets(values: Settings, proxy?: string): (secret: string) => readonly [string, ...string[]]
}

const issuesOf = (error: z.ZodError) => error.issues.map((issue) => fieldIssue(issue))

/**
 * Reads the schema once; the result is kept for as long as the plugin runs. Throws PluginShapeError for a schema
 * without a form.
 *
 * @param targets the settings that decide where secrets are sent; without them nothing decides it
 */
export function settingsForm(schema: z.ZodObject, targets: TargetSettings = {}): SettingsForm {
  const fields = withTargets(formFields(schema), targets)
  const secretNames = fields.filter((field) => field.type === 'secret').map((field) => field.name)
  const isSecret = (name: string): boolean => secretNames.includes(name)
  const proxy = fields.find((field) => field.target === 'proxy')?.name
  const fieldOf = new Map(fields.map((field) => [field.name, field]))
  const textOf = (target: Readonly<Record<string, string>>): string =>
    JSON.stringify(Object.entries(target).sort(([one], [other]) => (one < other ? -1 : 1)))
  const withProxy = (values: Settings, address: unknown): Settings => ({
    ...values,
    ...(proxy !== undefined && { [proxy]: address }),
  })
  // A rule over the whole object may need its secrets, so it is checked when the form is saved and not at every
  // reading.
  const open =
    secretNames.length === 0
      ? schema
      : z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !isSecret(name))))

  return {
    fields,
    secretNames,
    read(stored) {
      const parsed = open.safeParse(stored)
      if (!parsed.success) throw new Refusal('ERR_PLUGIN_SETTINGS', { issues: issuesOf(parsed.error) })
      return parsed.data
    },
    target(values, proxyAddress) {
      return textOf(targetOf(fields, withProxy(values, proxyAddress)))
    },
    targets(values, proxyAddress) {
      const whole = withProxy(values, proxyAddress)
      const ofAll = textOf(targetOf(fields, whole))
      return (name) => {
        const secret = fieldOf.get(name)
        return secret?.sentTo === undefined ? [ofAll] : [textOf(targetOf(fields, whole, secret)), ofAll]
      }
    },
    split(input, kept, before) {
      const unknown = Object.keys(input).filter((name) => !Object.hasOwn(schema.shape, name))
      if (unknown.length > 0)
        throw new Refusal('ERR_VALIDATION', { issues: unknown.map((path) => ({ path, message: 'unknown setting' })) })
      const erased = secretNames.filter((name) => input[name] === null)
      const given = Object.fromEntries(
        secretNames
          .filter((name) => input[name] !== undefined && input[name] !== null && input[name] !== '')
          .map((name) => [name, input[name]]),
      )
      const values = Object.fromEntries(Object.entries(input).filter(([name]) => !isSecret(name)))
      const staying = Object.fromEntries(
        Object.entries(kept).filter(([name]) => isSecret(name) && !erased.includes(name)),
      )
      const secrets = { ...staying, ...given }
      const parsed = schema.safeParse({ ...values, ...secrets })
      const sentTo = (open: Settings, hidden: Settings, secret?: string) =>
        targetOf(fields, withProxy(open, proxy && hidden[proxy]), secret === undefined ? {} : fieldOf.get(secret))
      const isMoved = (secret?: string): boolean =>
        before !== undefined && !isSameTarget(sentTo(before, kept, secret), sentTo(values, secrets, secret))
      const moved = secretNames.length === 0 ? isMoved() : secretNames.some(isMoved)
      const untyped = Object.keys(staying).filter(
        (name) => name !== proxy && !Object.hasOwn(given, name) && isMoved(name),
      )
      const issues = [...(parsed.success ? [] : issuesOf(parsed.error)), ...untyped.map(typeAgain)]
      if (issues.length > 0) throw new Refusal('ERR_VALIDATION', { issues })
      return { values, secrets: given as Record<string, string>, erased, moved }
    },
  }
}

/** Issue of a stored secret that would be sent to another server than it was typed for. `path` is its field. */
export const typeAgain = (path: string): FieldIssue => ({
  path,
  message: 'the address has changed, so the secret has to be typed again',
  rule: 'addressChanged',
})
