import { randomBytes, randomInt } from 'node:crypto'
import { mint, Refusal, type ConnectionId, type PluginContext, type PluginImplementation } from '@recado/sdk'
import { asRefusal } from '../api/as-refusal.ts'
import { refusal } from '../errors.ts'
import type { plugin } from '../plugin.ts'
import { dialogAddress, requireSignupApp, signupApp, signupPage, signupVersion, type SignupApp } from './dialog.ts'
import { redeem, register, type Grant, type GrantedNumber } from './granted.ts'
import type { ConnectedNumber } from './routes.ts'
import { beginSignup, endSignup } from './token.ts'

type Routes = PluginImplementation<typeof plugin>['routes']
type Ctx = Pick<PluginContext<typeof plugin>, 'connections' | 'enqueue' | 'signal'>
/** A connection of the company, as far as a sign-up has to know it. */
interface Own {
  readonly connectionId: ConnectionId
  readonly name: string
  readonly config: Readonly<Record<string, unknown>>
  readonly callback: string | undefined
}

/** Messages per second of a number that is used in the Business app too: Meta's fixed limit. */
const appMessagesPerSecond = 20

/** Calls of the sign-up: offered, begun, and finished with what Meta's dialog returned. */
export const signupHandlers: Pick<Routes, 'signupOffer' | 'beginSignup' | 'returnFromSignup' | 'finishSignup'> = {
  async signupOffer(_request, ctx) {
    return { isOffered: signupApp(ctx) !== undefined && (await ctx.platformSecrets.get('wabaAppSecret')) !== undefined }
  },
  async beginSignup(_request, ctx) {
    const app = requireSignupApp(ctx)
    return { address: dialogAddress(app, await beginSignup(ctx)) }
  },
  async returnFromSignup({ url: { searchParams: returned } }) {
    const told = new URLSearchParams({ state: returned.get('state') ?? '' })
    const code = returned.get('code')
    if (code === null) told.set('refused', returned.get('error_description') ?? returned.get('error') ?? '')
    else told.set('code', code)
    // The code stands behind the `#`, so that no server that is asked for anything by the page learns it.
    return new Response(null, {
      status: 302,
      headers: { location: `../../../#${signupPage}?${told}`, 'cache-control': 'no-store' },
    })
  },
  async finishSignup({ body }, ctx) {
    const app = requireSignupApp(ctx)
    const appSecret = await ctx.platformSecrets.get('wabaAppSecret')
    if (appSecret === undefined) throw refusal('ERR_WABA_SIGNUP_UNSET')
    await endSignup(ctx, body.state)
    if ('refused' in body) throw refusal('ERR_WABA_SIGNUP_REFUSED', { detail: body.refused })
    try {
      const grant = await redeem(ctx, app, appSecret, body.code)
      const own = await ownNumbers(ctx)
      const free = grant.numbers.filter(
        ({ id, deliversTo }) => deliversTo === undefined || deliversTo === own.get(id)?.callback,
      )
      if (free.length === 0)
        throw refusal('ERR_WABA_SIGNUP_TAKEN', { detail: grant.numbers[0]!.phone ?? grant.numbers[0]!.id })
      const numbers: ConnectedNumber[] = []
      for (const number of free) numbers.push(await connect(ctx, { app, appSecret, grant }, number, own.get(number.id)))
      return { numbers }
    } catch (error) {
      throw asRefusal(error)
    }
  },
}

/** Connections of the company at Meta, by the id of their number. Those that are switched off have given it back. */
async function ownNumbers({ connections }: Pick<Ctx, 'connections'>): Promise<ReadonlyMap<string, Own>> {
  const all = (await connections.list()).filter(({ type }) => type === 'waba')
  const own = new Map<string, Own>()
  for (const { id, name } of all) {
    const connection = await connections.get(mint<ConnectionId>(id))
    if (!connection) continue
    const { config, callbackUrl } = connection
    own.set(String(config['phoneNumberId']), {
      connectionId: mint<ConnectionId>(id),
      name,
      config,
      callback: callbackUrl?.href,
    })
  }
  return own
}

/** Makes the number's connection, or gives the one that it has the new token. */
async function connect(
  ctx: Ctx,
  { app, appSecret, grant }: { readonly app: SignupApp; readonly appSecret: string; readonly grant: Grant },
  number: GrantedNumber,
  own: Own | undefined,
): Promise<ConnectedNumber> {
  const isNew = !number.isOnBusinessApp && !number.isRegistered
  const pin = isNew ? String(randomInt(1_000_000)).padStart(6, '0') : null
  if (pin !== null) await register(grant.call, number.id, pin, ctx.signal)
  const config = {
    ...own?.config,
    phoneNumberId: number.id,
    businessAccountId: number.businessAccountId,
    appId: app.appId,
    accessToken: grant.accessToken,
    appSecret,
    verifyToken: randomBytes(24).toString('base64url'),
    version: signupVersion,
    ...(number.isOnBusinessApp && { messagesPerSecond: appMessagesPerSecond }),
    ...(app.root !== 'https://graph.facebook.com' && { apiRoot: app.root }),
  }
  const made = own ?? (await create(ctx, number, config))
  if (own) await ctx.connections.change(own.connectionId, { config })
  const { connectionId, name } = made
  if (number.isOnBusinessApp)
    await ctx.enqueue('businessAppSync', { connectionId }, { key: `business-app-sync:${connectionId}` })
  return { connectionId, name, phone: number.phone ?? null, importsPast: number.isOnBusinessApp, pin }
}

async function create(
  { connections }: Pick<Ctx, 'connections'>,
  { id, name: verified, phone }: GrantedNumber,
  config: Readonly<Record<string, unknown>>,
): Promise<Pick<Own, 'connectionId' | 'name'>> {
  const made = async (name: string) => ({
    connectionId: await connections.create({ type: 'waba', name, config }),
    name,
  })
  const name = (verified ?? phone ?? id).slice(0, 70)
  try {
    return await made(name)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ERR_CONNECTION_NAME_EXISTS') throw error
    return made(`${name} (${phone ?? id})`)
  }
}
