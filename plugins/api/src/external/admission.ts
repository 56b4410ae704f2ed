import type { KeyContext } from '@recado/sdk'
import type { Scope } from '../configurations/limits.ts'
import type { StoredConfiguration } from '../configurations/configuration-store.ts'
import { requireConfiguration } from '../configurations/handlers.ts'
import { refusal } from '../errors.ts'

/**
 * The configuration of a request. Its token has named the company; the path has to name the configuration that the
 * token stands for, and any other id is one that is not there, whoever's it may be.
 * @throws Refusal ERR_API_CONFIG_NOT_FOUND, ERR_API_CONFIG_INACTIVE, ERR_API_SCOPE
 */
export async function admitted(
  ctx: Pick<KeyContext, 'db' | 'tenant' | 'key'>,
  apiId: string,
  scope: Scope,
): Promise<StoredConfiguration> {
  if (ctx.key.holder !== apiId.toLowerCase()) throw refusal('ERR_API_CONFIG_NOT_FOUND')
  const configuration = await requireConfiguration(ctx, ctx.key.holder)
  if (!configuration.isActive) throw refusal('ERR_API_CONFIG_INACTIVE')
  if (!configuration.scopes.includes(scope)) throw refusal('ERR_API_SCOPE', { detail: scope })
  return configuration
}
