import { isSameTarget, targetOf, type FormField } from '@recado/contracts'

type Values = Readonly<Record<string, unknown>>

/**
 * Secrets that are stored and have to be typed again or erased, because the values that stand in the form send them
 * elsewhere than the stored ones. The server refuses the form otherwise. A proxy that is typed anew counts as another
 * one: the browser does not know the stored one.
 */
export function secretsToRetype(
  fields: readonly FormField[],
  stored: Values,
  draft: Values,
  isSet: (name: string) => boolean,
): string[] {
  const proxyGoes = fields.some(({ name, target }) => target === 'proxy' && isSet(name) && draft[name] === null)
  if (!proxyGoes && isSameTarget(targetOf(fields, stored), targetOf(fields, draft))) return []
  const kept = fields.filter(({ name, type, target }) => type === 'secret' && target !== 'proxy' && isSet(name))
  return kept.map(({ name }) => name)
}
