import { createHash } from 'node:crypto'
import type { ConnectionContext } from '@recado/sdk'
import * as z from 'zod'

type Secrets = ConnectionContext<unknown>['secrets']

/** Name of the secret that holds a token which this plugin has renewed. */
export const renewedName = 'renewedToken'

const Renewed = z.object({ of: z.string(), token: z.string(), until: z.number() })

/** Which typed token a renewed one was made of. */
export const fingerprint = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The renewed token, while it belongs to the one that is typed now. */
export async function renewedOf(secrets: Secrets, typed: string): Promise<z.output<typeof Renewed> | undefined> {
  const kept = await secrets.get(renewedName)
  if (kept === undefined) return undefined
  const { data } = Renewed.safeParse(JSON.parse(kept))
  return data?.of === fingerprint(typed) ? data : undefined
}

/** The token that was typed, or the last one that was renewed from it. */
export async function accessToken(secrets: Secrets): Promise<string | undefined> {
  const typed = await secrets.get('accessToken')
  return typed && ((await renewedOf(secrets, typed))?.token ?? typed)
}
