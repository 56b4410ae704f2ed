import { ChannelError, type ConnectionContext } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import type { WuzapiConfig } from '../channel/config.ts'
import { tellings } from '../session/told.ts'
import type { Gateway } from './client.ts'
import { madeHmacKey } from './hmac-key.ts'
import { statusOf, type GatewayStatus } from './status.ts'

type Needs = Pick<ConnectionContext<WuzapiConfig>, 'callbackUrl' | 'secrets' | 'signal' | 'state'>

/** Where a connection remembers that it has made its user at the gateway. */
const madeKey = 'made'

/** What the gateway delivers. History is left out: it comes in pieces that are larger than a delivery may be. */
export const subscribed: readonly string[] = ['Message', 'ReadReceipt', 'ChatPresence', 'CallOffer', ...tellings]

const Done = z.unknown()
const User = z.object({ id: z.coerce.string(), token: z.string().optional().catch(undefined) })
const Webhook = z.object({ webhook: z.string().catch(''), subscribe: listOf(z.string()) })
const Storage = z.object({
  enabled: z.boolean().catch(false),
  media_delivery: z.string().optional().catch(undefined),
})
/** Older builds do not know the call. */
const unknownCall = [404, 405]

/**
 * Has the session stand at the gateway and deliver here, signed: its user (made where the settings have an API token),
 * webhook, key, and deliveries without the files themselves. Doing it twice does nothing more.
 * @returns how the session stands
 */
export async function setUp(gateway: Gateway, ctx: Needs): Promise<GatewayStatus> {
  const { signal, callbackUrl } = ctx
  if (!callbackUrl)
    throw new ChannelError({
      kind: 'unsupported',
      code: 'NO_ADDRESS',
      message: 'the gateway delivers to a public address, and this installation has none',
      certain: true,
    })
  const key = await madeHmacKey(ctx)
  const status = await statusOrMade(gateway, ctx, callbackUrl, key)
  await gateway.call({
    path: '/webhook',
    json: { webhookURL: callbackUrl.href, events: subscribed },
    result: Done,
    signal,
  })
  await gateway.call({ path: '/session/hmac/config', json: { hmac_key: key }, result: Done, signal }).catch(unsigned)
  await leaveFilesOut(gateway, signal)
  return status
}

/** The address that the gateway delivers to now. */
export async function webhookOf(gateway: Gateway, signal: AbortSignal): Promise<string> {
  return (await gateway.call({ method: 'GET', path: '/webhook', result: Webhook, signal })).webhook
}

/** Whether the gateway has a key to sign with. */
export async function isSigned({ call }: Gateway, signal: AbortSignal): Promise<boolean> {
  const Config = z.object({ hmac_key: z.string().catch('') }).catch({ hmac_key: '' })
  const { hmac_key: shown } = await call({
    method: 'GET',
    path: '/session/hmac/config',
    accept: unknownCall,
    result: Config,
    signal,
  })
  return shown !== ''
}

async function statusOrMade(
  gateway: Gateway,
  { state, signal }: Needs,
  callbackUrl: URL,
  hmacKey: string,
): Promise<GatewayStatus> {
  try {
    return await statusOf(gateway, signal)
  } catch (error) {
    if (!ChannelError.is(error) || error.kind !== 'auth' || !gateway.asAdmin) throw error
  }
  await gateway.asAdmin({
    path: '/admin/users',
    json: {
      name: gateway.config.session,
      token: gateway.sessionToken,
      webhook: callbackUrl.href,
      events: subscribed.join(','),
      hmacKey,
    },
    result: Done,
    signal,
  })
  await state.set(madeKey, true)
  return statusOf(gateway, signal)
}

/**
 * How the session stands at the gateway; undefined where it does not, and the settings have an API token by which it
 * will be made.
 */
export async function statusOrNone(gateway: Gateway, signal: AbortSignal): Promise<GatewayStatus | undefined> {
  try {
    return await statusOf(gateway, signal)
  } catch (error) {
    if (!ChannelError.is(error) || error.kind !== 'auth' || !gateway.asAdmin) throw error
    await gateway.asAdmin({ method: 'GET', path: '/admin/users', result: listOf(User), signal })
    return undefined
  }
}

/** @throws ChannelError: deliveries that nobody can prove are not taken */
function unsigned(error: unknown): never {
  if (!ChannelError.is(error) || error.kind !== 'notFound') throw error
  throw new ChannelError({
    kind: 'unsupported',
    code: 'UNSIGNED',
    message: 'this build of the gateway cannot sign what it delivers',
    certain: true,
  })
}

/**
 * A delivery with its file as text may be larger than a webhook takes, so files are fetched afterwards. A gateway that
 * keeps files elsewhere is left as it was set.
 */
async function leaveFilesOut({ call }: Gateway, signal: AbortSignal): Promise<void> {
  const path = '/session/s3/config'
  const now = await call({ method: 'GET', path, accept: [...unknownCall, 500], result: Storage, signal })
  if (now.enabled || now.media_delivery === 's3') return
  await call({
    path,
    json: { enabled: false, media_delivery: 's3' },
    accept: [400, ...unknownCall, 500],
    result: Done,
    signal,
  })
}

/**
 * Takes the session back from the gateway: nothing is delivered any more; with `forget` the number is unlinked, and the
 * user that this connection has made is gone.
 */
export async function takeBack(
  gateway: Gateway,
  { state }: Pick<Needs, 'state'>,
  forget: boolean,
  signal: AbortSignal,
): Promise<void> {
  const gone = { accept: [400, 401, 404, 405, 500], result: Done, signal }
  await gateway.call({ ...gone, method: 'DELETE', path: '/webhook' })
  await gateway.call({ ...gone, path: forget ? '/session/logout' : '/session/disconnect' })
  if (!forget || !gateway.asAdmin || !(await state.get<boolean>(madeKey))) return
  const users = await gateway.asAdmin({ method: 'GET', path: '/admin/users', result: listOf(User), signal })
  for (const { id, token } of users)
    if (token === gateway.sessionToken)
      await gateway.asAdmin({ ...gone, method: 'DELETE', path: `/admin/users/${encodeURIComponent(id)}` })
}
