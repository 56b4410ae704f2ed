import type { SessionContext, UserToken } from '@recado/sdk'
import { scopes, type Key, type KeyDraft, type KeyList, type KeyMade, type Scope } from './key.ts'

type Context = Pick<SessionContext, 'core' | 'viewer'>
interface ById {
  readonly params: { readonly id: string }
}

/** `mcp.read`. */
export const permissionOf = (scope: Scope): string => `mcp.${scope}`

/** GET `/keys`: the user's own. */
export const ownKeys = (_request: unknown, ctx: Context): Promise<KeyList> => keysOf(ctx, false)

/** GET `/company-keys`: everybody's, for who manages them. */
export const companyKeys = (_request: unknown, ctx: Context): Promise<KeyList> => keysOf(ctx, true)

/** POST `/keys`. Reading is in every key: the others need to know what they answer. */
export async function makeKey({ body }: { readonly body: KeyDraft }, { core }: Context): Promise<KeyMade> {
  const wanted = scopes.filter((scope) => scope === 'read' || body.scopes.includes(scope))
  const { text, token } = await core.tokens.issue({ ...body, scopes: wanted.map(permissionOf) })
  return { text, key: shown(token) }
}

/** DELETE `/keys/{id}`. */
export async function revokeOwn({ params }: ById, { core }: Context): Promise<Record<string, never>> {
  await core.tokens.revoke(params.id)
  return {}
}

/** DELETE `/company-keys/{id}`. */
export async function revokeAny({ params }: ById, { core }: Context): Promise<Record<string, never>> {
  await core.tokens.revoke(params.id, { everybody: true })
  return {}
}

async function keysOf({ core, viewer }: Context, everybody: boolean): Promise<KeyList> {
  const tokens = await core.tokens.list({ everybody })
  return { keys: tokens.map(shown), grantable: scopes.filter((scope) => viewer.can(permissionOf(scope))) }
}

const shown = ({ scopes: held, user, ...token }: UserToken): Key => ({
  ...token,
  user: { ...user },
  scopes: scopes.filter((scope) => held.includes(permissionOf(scope))),
})
