import { ChannelError } from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { AccountFacts } from '../api/results.ts'

/**
 * The account that the token opens, by the name that people know. @throws ChannelError `auth` where it is another one
 * than the settings name
 */
export async function accountName({ facts, config, call }: MetaApi, signal: AbortSignal): Promise<string> {
  const account = await call({
    method: 'GET',
    path: `/${config.accountId}?fields=${facts.accountFields}`,
    result: AccountFacts,
    signal,
  })
  const ids = [account.id, account.user_id]
  if (!ids.includes(config.accountId)) throw other('the token belongs to another account')
  const { username } = account
  if (config.username !== undefined && username !== undefined && !isSame(username, config.username))
    throw other(`the account is @${username}`)
  return username === undefined ? (account.name ?? config.accountId) : `@${username}`
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const other = (message: string): ChannelError =>
  new ChannelError({ kind: 'auth', code: 'OTHER_ACCOUNT', message, certain: true })
