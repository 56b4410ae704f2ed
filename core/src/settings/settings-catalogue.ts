import {
  companySettings,
  SlaThresholds,
  type CompanySettingDescription,
  type CompanySettingKey,
  type CompanySettingKeyOf,
  type CompanySettings,
  type ProtocolFormat,
} from '@recado/contracts'
import * as z from 'zod'

/** Toggles as the product family writes them; a boolean is accepted too. */
const Toggle = z.union([z.boolean(), z.enum(['enabled', 'disabled']).transform((word) => word === 'enabled')])
const piece = z
  .string()
  .max(20)
  .regex(/^[\p{L}\p{N} ._/#-]*$/u)

const Protocol = z.strictObject({
  /** Date by `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`; empty for none. */
  format: z
    .string()
    .max(20)
    .regex(/^(yyyy|yy|MM|dd|HH|mm|[ ._/-])*$/),
  prefix: piece,
  suffix: piece,
  separator: z
    .string()
    .max(3)
    .regex(/^[ ._/#-]*$/),
  idPosition: z.enum(['start', 'end']),
}) satisfies z.ZodType<ProtocolFormat>

const objects: { readonly [Key in CompanySettingKeyOf<'object'>]: z.ZodType<CompanySettings[Key]> } = {
  protocolFormat: Protocol,
  slaThresholds: SlaThresholds,
}

function schemaOf(key: CompanySettingKey): z.ZodType {
  const setting: CompanySettingDescription = companySettings[key]
  switch (setting.type) {
    case 'toggle':
      return Toggle
    case 'number':
      return z.int().min(setting.min).max(setting.max)
    case 'text':
      return z.string().trim().max(setting.maxLength)
    case 'choice':
      return z.literal(setting.options)
    case 'reference':
      return z.union([z.uuid(), z.literal('')])
    case 'object':
      return objects[key as CompanySettingKeyOf<'object'>]
  }
}

export const settingKeys = Object.keys(companySettings) as CompanySettingKey[]
export const isSettingKey = (key: string): key is CompanySettingKey => Object.hasOwn(companySettings, key)

/** Schemas of the values that may be stored, by key. */
export const settingSchemas = Object.fromEntries(settingKeys.map((key) => [key, schemaOf(key)])) as Readonly<
  Record<CompanySettingKey, z.ZodType>
>

/** All settings of a company from its stored rows. A value that no longer fits its schema counts as not set. */
export function settingValues(rows: readonly { readonly key: string; readonly value: unknown }[]): CompanySettings {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  return Object.fromEntries(
    settingKeys.map((key) => {
      const parsed = settingSchemas[key].safeParse(stored.get(key))
      return [key, parsed.success ? parsed.data : companySettings[key].fallback]
    }),
  ) as CompanySettings
}

/** A value as the API shows it: toggles as the family's words. */
export const written = (value: unknown): unknown =>
  typeof value === 'boolean' ? (value ? 'enabled' : 'disabled') : value
