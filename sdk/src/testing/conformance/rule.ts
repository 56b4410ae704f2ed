import type { ConformanceGroup, ConformanceOptions } from './options.ts'

/**
 * One test of the suite. A rule without `run` cannot be tested with the given options, and `lacks` names the missing
 * ones.
 */
export interface Rule {
  /** Stable, as `send.429`; docs/plugins/testing.md explains each first part. */
  readonly id: string
  readonly title: string
  readonly run?: (() => void | Promise<void>) | undefined
  readonly lacks?: { readonly group: ConformanceGroup; readonly reason: string | undefined } | undefined
}

/**
 * A rule that needs `group` of the options and did not get it; the author's reason, if there is one, is in its title.
 */
export const leftOut = (
  { without = {} }: Pick<ConformanceOptions<unknown>, 'without'>,
  group: ConformanceGroup,
  id: string,
  title: string,
): Rule => ({ id, title, lacks: { group, reason: without[group] } })

/** Title of a rule in the results. */
export function titleOf({ title, lacks }: Rule): string {
  if (!lacks) return title
  return lacks.reason === undefined
    ? `${title}: not proved, \`${lacks.group}\` is not given and \`without.${lacks.group}\` does not say why`
    : `${title}: left out, ${lacks.reason}`
}
