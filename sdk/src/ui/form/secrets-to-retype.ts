import { isSameTarget, targetOf, type FormField } from '@recado/contracts'

type Values = Readonly<Record<string, unknown>>

/**
 * Stored secrets that have to be typed again or erased, because the form's current values send them elsewhere than the
 * stored ones. The server refuses the form otherwise. A typed proxy counts as another one: the browser does not have
 * the stored one.
 */
export function secretsToRetype(
  fields: readonly FormField[],
  stored: Values,
  draft: Values,
  isSet: (name: string) => boolean,
): string[] {
  const proxyGoes = fields.some(({ name, target }) => target === 'proxy' && isSet(name) && draft[name] === null)
  const kept = fields.filter(({ name, type, target }) => type === 'secret' && target !== 'proxy' && isSet(name))
  return kept
    .filter((secret) => proxyGoes || !isSameTarget(targetOf(fields, stored, secret), targetOf(fields, draft, secret)))
    .map(({ name }) => name)
}
