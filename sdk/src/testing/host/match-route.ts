import { Refusal, type PluginModule, type RouteSpec } from '@recado/contracts'

/** A route that a request is for, with the parameters of its path. */
export interface MatchedRoute {
  readonly name: string
  readonly route: RouteSpec
  readonly params: Readonly<Record<string, string>>
}

/**
 * @throws Refusal ERR_NOT_FOUND when the plugin has no such route; exact paths come before those with parameters, as in
 * the product
 */
export function matchRoute(
  { id, routes, claims = {} }: PluginModule['definition'],
  method: string,
  path: string,
): MatchedRoute {
  const asked = segmentsOf(new URL(path, 'https://recado.test').pathname)
  const found = (Object.entries(routes) as [string, RouteSpec][])
    .filter(([, route]) => route.method === method)
    .flatMap(([name, route]) =>
      [`/p/${id}${route.path}`, (claims as Readonly<Record<string, string>>)[name] ?? []]
        .flat()
        .map((pattern) => ({ name, route, pattern, params: paramsOf(segmentsOf(pattern), asked) })),
    )
    .filter((each): each is typeof each & { params: Record<string, string> } => each.params !== undefined)
    .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  if (!found[0]) throw new Refusal('ERR_NOT_FOUND')
  return found[0]
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

function paramsOf(pattern: readonly string[], asked: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== asked.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeURIComponent(asked[index]!)
    else if (segment !== asked[index]) return undefined
  }
  return params
}
