import type { SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { permissionOf } from '../keys/handlers.ts'
import { scopes } from '../keys/key.ts'
import type { ConsentAsked, ConsentDecision, Led } from './consent.ts'

type Context = Pick<SessionContext, 'core'>

/** GET `/consent`. */
export async function askedConsent(
  { query, url }: { readonly query: { readonly request: string }; readonly url: URL },
  { core }: Context,
): Promise<ConsentAsked> {
  const asked = await core.tokens.asked(query.request, url)
  if (asked.state !== 'asked') return asked
  return { ...asked, scopes: scopes.filter((scope) => asked.scopes.includes(permissionOf(scope))) }
}

/** POST `/consent`. @throws Refusal ERR_MCP_REQUEST_UNKNOWN and those of `core.tokens.connect` */
export async function decideConsent(
  { body, url }: { readonly body: ConsentDecision; readonly url: URL },
  { core }: Context,
): Promise<Led> {
  const redirect = await core.tokens.connect(body.request, url, body.scopes?.map(permissionOf) ?? null)
  if (redirect === undefined) throw refusal('ERR_MCP_REQUEST_UNKNOWN')
  return { redirect }
}
