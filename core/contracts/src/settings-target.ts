import type { FormField } from './form-field.ts'

/** Names of settings that decide where the secrets of their form are sent; see `ChannelSpec` for each of them. */
export interface TargetSettings {
  /** The hosts of the plugin: with `*` among them, every address of the form counts. */
  readonly egress?: readonly string[] | undefined
  readonly egressFrom?: readonly string[] | undefined
  readonly originFrom?: readonly string[] | undefined
  readonly proxyFrom?: string | undefined
}

/**
 * Server of an address: scheme, host and port of a URL, without path, query and credentials; a bare host name in lower
 * case.
 */
export function originOf(address: string): string {
  const text = address.trim()
  if (URL.canParse(text)) {
    const { protocol, host } = new URL(text)
    if (host !== '') return `${protocol}//${host}`
  }
  return text.toLowerCase()
}

type Target = Readonly<Record<string, string>>
type Targeted = Pick<FormField, 'name' | 'target' | 'default'>
/** A secret, as far as it says where it is sent. */
type Sent = Pick<FormField, 'sentTo'>

/**
 * Target of a form's secrets with these values, by the settings that decide it. Two sets of values with an equal target
 * send to the same servers in the same way. Pure: the server and the form in the browser both call it.
 *
 * @param secret of this one alone, by its `sentTo`; of all without it
 * @param values as stored or as typed; an empty value counts as absent, and an absent one as its default
 */
export function targetOf(
  fields: readonly Targeted[],
  values: Readonly<Record<string, unknown>>,
  { sentTo }: Sent = {},
): Target {
  return Object.fromEntries(
    fields.flatMap(({ name, target, default: initial }) => {
      const value = values[name] ?? initial
      if (sentTo !== undefined && target !== 'proxy' && !sentTo.includes(name)) return []
      if (target === undefined || value === undefined || value === null || value === '') return []
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return [[name, target === 'exact' ? text.trim() : originOf(text)]]
    }),
  )
}

/** Whether two targets of one form are the same. */
export function isSameTarget(one: Target, other: Target): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name])
}

/** The fields, each with its part in where secrets are sent. */
export function withTargets(fields: readonly FormField[], settings: TargetSettings): FormField[] {
  const { egress = [], egressFrom = [], originFrom = [], proxyFrom } = settings
  const partOf = ({ name, type }: FormField): FormField['target'] => {
    if (name === proxyFrom) return 'proxy'
    if (egressFrom.includes(name) || (type === 'url' && egress.includes('*'))) return 'address'
    return originFrom.includes(name) ? 'exact' : undefined
  }
  return fields.map((field) => {
    const target = partOf(field)
    return target === undefined ? field : { ...field, target }
  })
}
