import { defineRoute, permissionName, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, crossOrigin, type BoundRoute } from '../http/route.ts'
import { resourceAddress, type ConnectedResource } from '../oauth/authorization-request.ts'
import type { RunningPlugin } from './installed-plugin.ts'

const metadataPath = '/.well-known/oauth-protected-resource'

const Metadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
})

/** What programs connect to at a plugin; undefined for one that connects none. */
export function connectedResourceOf({
  id,
  definition,
}: Pick<RunningPlugin, 'id' | 'definition'>): (ConnectedResource & { readonly title: string }) | undefined {
  const { connects, claims, title } = definition
  const path = connects && (claims as Readonly<Record<string, `/${string}`>> | undefined)?.[connects.route]
  if (!connects || path === undefined) return undefined
  const scopes = connects.scopes.map((scope) => permissionName(id, scope))
  return { plugin: id, path, page: connects.page, scopes, title: title.en }
}

/** `WWW-Authenticate` of RFC 9728 for who calls a resource without a token that is accepted. */
export const challengeOf = ({ path }: Pick<ConnectedResource, 'path'>, issuer: string | undefined) =>
  issuer === undefined ? undefined : `Bearer resource_metadata="${issuer}${metadataPath}${path}"`

/** Where a resource says who gives tokens for it (RFC 9728). */
export function resourceRoute(
  resource: ConnectedResource & { readonly title: string },
  issuerOf: (request: URL) => string | undefined,
): BoundRoute {
  const spec = defineRoute({
    method: 'GET',
    path: `${metadataPath}${resource.path}` as `/${string}`,
    summary: `OAuth: where programs get tokens for ${resource.path} (RFC 9728)`,
    access: { kind: 'public' },
    rate: 'read',
    query: z.looseObject({}),
    response: Metadata,
  })
  const route = bindRoute(spec, ({ url }) => {
    const issuer = issuerOf(url)
    if (issuer === undefined) throw new Refusal('ERR_NOT_FOUND')
    return {
      resource: resourceAddress(issuer, resource),
      resource_name: resource.title,
      authorization_servers: [issuer],
      scopes_supported: [...resource.scopes],
      bearer_methods_supported: ['header'],
    }
  })
  return crossOrigin(route)
}
