import { Refusal, type ConversationConnection, type PluginKey, type SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { forgetSigningSecret, signingSecret } from '../webhooks/signing-secret.ts'
import type { Configuration, ConfigurationDraft, ConfigurationWithToken, TokenShown } from './configuration.ts'
import {
  deleteConfiguration,
  insertConfiguration,
  isNameTaken,
  readConfiguration,
  readConfigurations,
  updateConfiguration,
  type StoredConfiguration,
} from './configuration-store.ts'
import { maxConfigurations } from './limits.ts'

type Context = Pick<SessionContext, 'db' | 'tenant' | 'core' | 'secrets'>
interface ById {
  readonly params: { readonly id: string }
}
const hourMs = 60 * 60_000

export async function list(_request: unknown, ctx: Context): Promise<Configuration[]> {
  const stored = await ctx.db.transaction((tx) => readConfigurations(tx, ctx.tenant))
  const keys = await ctx.core.keys.list(stored.map(({ id }) => id))
  return stored.map((one) => shown(one, keys))
}

export const connections = async (_request: unknown, { core }: Context): Promise<ConversationConnection[]> => [
  ...(await core.conversations.places()),
]

export async function create({ body }: { body: ConfigurationDraft }, ctx: Context): Promise<ConfigurationWithToken> {
  await requireConnection(ctx, body)
  await requireAddresses(ctx, body)
  const stored = await ctx.db.transaction(async (tx) => {
    if (await isNameTaken(tx, ctx.tenant, body.name, null)) throw refusal('ERR_API_CONFIG_EXISTS')
    if ((await readConfigurations(tx, ctx.tenant)).length >= maxConfigurations)
      throw refusal('ERR_API_CONFIG_LIMIT', { limit: maxConfigurations })
    return insertConfiguration(tx, ctx.tenant, body)
  })
  return issued(ctx, stored, 0)
}

export async function update(
  { params, body }: ById & { body: ConfigurationDraft },
  ctx: Context,
): Promise<Configuration> {
  await requireConnection(ctx, body)
  await requireAddresses(ctx, body)
  const stored = await ctx.db.transaction(async (tx) => {
    if (await isNameTaken(tx, ctx.tenant, body.name, params.id)) throw refusal('ERR_API_CONFIG_EXISTS')
    return updateConfiguration(tx, ctx.tenant, params.id, body)
  })
  if (!stored) throw refusal('ERR_API_CONFIG_NOT_FOUND')
  return shown(stored, await ctx.core.keys.list([stored.id]))
}

/** A new token; the one before is accepted for as long as the request says. */
export async function renew(
  { params, body }: ById & { body: { overlapHours: number } },
  ctx: Context,
): Promise<ConfigurationWithToken> {
  return issued(ctx, await requireConfiguration(ctx, params.id), body.overlapHours * hourMs)
}

export async function remove({ params }: ById, ctx: Context): Promise<{ message: string }> {
  await requireConfiguration(ctx, params.id)
  // In this order: a token without its configuration is refused all the same.
  await ctx.core.keys.revoke(params.id)
  await ctx.db.transaction((tx) => deleteConfiguration(tx, ctx.tenant, params.id))
  await forgetSigningSecret(ctx, params.id)
  return { message: 'API configuration deleted' }
}

/** @throws Refusal ERR_API_CONFIG_NOT_FOUND, for one of another company too */
export async function requireConfiguration(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  id: string,
): Promise<StoredConfiguration> {
  const stored = await db.transaction((tx) => readConfiguration(tx, tenant, id))
  if (!stored) throw refusal('ERR_API_CONFIG_NOT_FOUND')
  return stored
}

async function requireConnection({ core }: Context, { sessionId }: ConfigurationDraft): Promise<void> {
  const [connection] = await core.conversations.places({ connection: sessionId })
  if (!connection) throw new Refusal('ERR_NO_WAPP_FOUND')
}

/** @throws Refusal ERR_WEBHOOK_ADDRESS, at its field */
async function requireAddresses({ core }: Context, draft: ConfigurationDraft): Promise<void> {
  for (const field of ['urlServiceStatus', 'urlMessageStatus'] as const) {
    const url = draft[field]
    if (url === null) continue
    await core.webhooks.check(url).catch((error: unknown) => {
      if (!Refusal.is(error) || error.code !== 'ERR_WEBHOOK_ADDRESS') throw error
      throw new Refusal('ERR_WEBHOOK_ADDRESS', { issues: [{ path: `body.${field}`, message: 'not to be reached' }] })
    })
  }
}

async function issued(ctx: Context, stored: StoredConfiguration, overlapMs: number): Promise<ConfigurationWithToken> {
  const { text } = await ctx.core.keys.issue(stored.id, { overlapMs })
  return {
    configuration: shown(stored, await ctx.core.keys.list([stored.id])),
    token: text,
    webhookSecret: await signingSecret(ctx, stored.id),
  }
}

const shown = (stored: StoredConfiguration, keys: readonly PluginKey[]): Configuration => ({
  ...stored,
  tokens: keys
    .filter(({ holder }) => holder === stored.id)
    .map(({ id, last4, createdAt, endsAt, lastUsedAt }): TokenShown => ({ id, last4, createdAt, endsAt, lastUsedAt })),
})
