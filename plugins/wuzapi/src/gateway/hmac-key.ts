import { randomBytes } from 'node:crypto'
import type { ConnectionContext } from '@recado/sdk'

const name = 'hmacKey'
type Needs = Pick<ConnectionContext<unknown>, 'secrets'>

/** The key that the gateway signs this session's deliveries with; undefined before it was given one. */
export const hmacKeyOf = ({ secrets }: Needs): Promise<string | undefined> => secrets.get(name)

/** The same key, made now where there is none. It is bound to the gateway: another one gets another key. */
export async function madeHmacKey(ctx: Needs): Promise<string> {
  const known = await hmacKeyOf(ctx)
  if (known) return known
  const key = randomBytes(32).toString('hex')
  await ctx.secrets.set(name, key)
  return key
}
