import type { PluginContext } from '@recado/sdk'
import { rows } from '../account.ts'
import { contactInbox } from '../contacts/contact-store.ts'

/** Whom a `pubsub_token` names: a contact in an inbox, or a program by its access token, told as agents are. */
export type Subject =
  | { readonly kind: 'contact'; readonly inbox: string; readonly source: string }
  | { readonly kind: 'program'; readonly token: string }

type Passing = Pick<PluginContext, 'passes'>
type Scope = Pick<PluginContext, 'db' | 'tenant'>

/** The `pubsub_token` of a contact. */
export const tokenOfContact = ({ passes }: Passing, inbox: string, source: string): string =>
  passes.for(`contact ${inbox} ${source}`)
/** The `pubsub_token` of a program, by its access token's id. */
export const tokenOfProgram = ({ passes }: Passing, token: string): string => passes.for(`program ${token}`)

export function subjectOf(text: string): Subject | undefined {
  const [, inbox, source] = /^contact (\S+) (.+)$/s.exec(text) ?? []
  if (inbox !== undefined && source !== undefined) return { kind: 'contact', inbox, source }
  const [, token] = /^program (\S+)$/.exec(text) ?? []
  return token === undefined ? undefined : { kind: 'program', token }
}

/** The contact that has this place in the inbox now; undefined for one that is gone. */
export const contactAt = async (
  scope: Scope,
  { inbox, source }: Extract<Subject, { kind: 'contact' }>,
): Promise<string | undefined> => (await contactInbox(scope, inbox, source))?.contact_id

/** Access tokens that were not ended. */
export async function liveTokens(scope: Scope): Promise<ReadonlySet<string>> {
  const found = await rows<{ id: string }>(scope, 'select id from plg_chatwoot_api.access_token where tenant_id = $1')
  return new Set(found.map(({ id }) => id))
}
