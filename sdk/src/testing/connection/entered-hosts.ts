import { hostMatches } from './routed-fetch.ts'

/** Hosts that the settings named by `egressFrom` hold. */
export const enteredHosts = (egressFrom: readonly string[] = [], settings: unknown): string[] =>
  egressFrom.flatMap((name) => {
    const value = (settings as Readonly<Record<string, unknown>>)[name]
    if (typeof value !== 'string' || value === '') return []
    return [URL.canParse(value) ? new URL(value).hostname : value]
  })

/** Routes of requests: `hosts`, and the entered hosts there or, if they are not listed, to themselves. */
export const routesWith = (
  hosts: Readonly<Record<string, string>>,
  entered: readonly string[],
): Record<string, string> => ({
  ...Object.fromEntries(
    entered.map((host) => [host, Object.entries(hosts).find(([pattern]) => hostMatches(host, pattern))?.[1] ?? '']),
  ),
  ...hosts,
})
