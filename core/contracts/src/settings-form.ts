import * as z from 'zod'
import { Refusal } from './errors.ts'
import { fieldIssue } from './field-issues.ts'
import { formFields } from './form-fields.ts'
import type { FormField } from './manifest.ts'

/** What a person sent, split by where it is kept. */
export interface SplitSettings {
  /** For the database: as they came in, so that defaults and transforms apply anew at every reading. */
  readonly values: Record<string, unknown>
  /** For the vault. */
  readonly secrets: Readonly<Record<string, string>>
  /** Names of secrets to erase: they were sent as null. */
  readonly erased: readonly string[]
}

/** Settings of a plugin for one company, or of one connection of a channel: form, reading and saving from one schema. */
export interface SettingsForm {
  readonly fields: readonly FormField[]
  readonly secretNames: readonly string[]
  /** Stored values as the plugin sees them: validated, with defaults, without secrets. Refuses with ERR_PLUGIN_SETTINGS. */
  read(stored: unknown): Record<string, unknown>
  /**
   * Checks a whole form. A secret that is absent or empty keeps its value, null erases it.
   * @param kept the secrets stored now, so that the schema is checked as a whole
   * @throws Refusal ERR_VALIDATION with the fields
   */
  split(input: Readonly<Record<string, unknown>>, kept: Readonly<Record<string, string>>): SplitSettings
}

const issuesOf = (error: z.ZodError) => error.issues.map((issue) => fieldIssue(issue))

/** Reads the schema once; the result is kept for as long as the plugin runs. Throws PluginShapeError for a schema without a form. */
export function settingsForm(schema: z.ZodObject): SettingsForm {
  const fields = formFields(schema)
  const secretNames = fields.filter((field) => field.type === 'secret').map((field) => field.name)
  const isSecret = (name: string): boolean => secretNames.includes(name)
  // A rule over the whole object may need its secrets, so it is checked when the form is saved and not at every reading.
  const open = secretNames.length === 0 ? schema : z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !isSecret(name))))

  return {
    fields, secretNames,
    read(stored) {
      const parsed = open.safeParse(stored)
      if (!parsed.success) throw new Refusal('ERR_PLUGIN_SETTINGS', { issues: issuesOf(parsed.error) })
      return parsed.data
    },
    split(input, kept) {
      const unknown = Object.keys(input).filter((name) => !Object.hasOwn(schema.shape, name))
      if (unknown.length > 0) throw new Refusal('ERR_VALIDATION', { issues: unknown.map((path) => ({ path, message: 'unknown setting' })) })
      const erased = secretNames.filter((name) => input[name] === null)
      const given = Object.fromEntries(secretNames.filter((name) => input[name] !== undefined && input[name] !== null && input[name] !== '').map((name) => [name, input[name]]))
      const values = Object.fromEntries(Object.entries(input).filter(([name]) => !isSecret(name)))
      const staying = Object.fromEntries(Object.entries(kept).filter(([name]) => isSecret(name) && !erased.includes(name)))
      const parsed = schema.safeParse({ ...values, ...staying, ...given })
      if (!parsed.success) throw new Refusal('ERR_VALIDATION', { issues: issuesOf(parsed.error) })
      return { values, secrets: given as Record<string, string>, erased }
    },
  }
}
