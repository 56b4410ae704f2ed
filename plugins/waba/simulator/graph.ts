import type { Faults, SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account } from './account.ts'
import type { Line } from './line.ts'
import { describeFile, upload } from './media.ts'
import { accept } from './outgoing.ts'
import { badParameter, noObject, Refused, refusalOf, type Fault } from './refused.ts'
import { registerLine, sendAppData, type Signup } from './signup.ts'
import { graphTemplates } from './templates.ts'

/** The world a call is answered in. `reach` leads a public address to where it is served. */
export interface Graph {
  readonly accounts: readonly Account[]
  readonly signup: Signup
  readonly faults: Faults<Fault>
  readonly root: string
  readonly reach: (url: string) => string
  readonly provesCallbacks: boolean
  asked(line: Line, what: string, body: unknown): void
}

const expired = (): Refused =>
  new Refused(401, 190, 'Error validating access token: Session has expired', { subcode: 463 })

/** The call is a request to `/{version}/…` with a bearer token. */
export async function answerGraph(graph: Graph, path: string, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const token = /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (path === 'dialog/oauth') return graph.signup.page(request.url, graph.reach)
  if (path === 'oauth/access_token') return faulty(graph.faults, 'exchange', () => graph.signup.exchange(request))
  if (path === 'debug_token') return debugToken(graph, token, request.url)
  const account = graph.accounts.find(({ accessToken }) => accessToken === token)
  if (!account) throw expired()
  const line = account.lines.find(({ id }) => path === id || path.startsWith(`${id}/`))
  if (line) return lineCall(graph, line, path.slice(line.id.length + 1), request)
  if (path === `${account.id}/phone_numbers`) return { body: { data: account.lines.map((each) => numberOf(each)) } }
  if (path === `${account.id}/subscribed_apps`) {
    if (request.method === 'POST') account.isSubscribed = true
    else if (request.method === 'DELETE') account.isSubscribed = false
    else
      return {
        body: {
          data: account.isSubscribed
            ? [
                {
                  whatsapp_business_api_data: {
                    id: account.sharedWith?.id ?? account.appId,
                    name: 'Recado',
                    link: 'https://www.facebook.com/games/',
                  },
                },
              ]
            : [],
        },
      }
    return { body: { success: true } }
  }
  const templates = (): Promise<SimulatorAnswer | undefined> =>
    graphTemplates(account.templates, { account: account.id, appId: account.appId }, path, request)
  if (path === `${account.id}/message_templates`)
    return faulty(graph.faults, 'templates', async () => (await templates())!)
  const answered = await templates()
  if (answered) return answered
  const owner = account.lines.find(({ media }) => media.has(path))
  if (!owner || request.method !== 'GET') throw noObject(path)
  return faulty(graph.faults, 'media', () => describeFile(owner, path, graph.root))
}

/** What is asked of one number. */
async function lineCall(graph: Graph, line: Line, rest: string, request: SimulatorRequest): Promise<SimulatorAnswer> {
  if (rest === 'messages') return message(graph, line, request)
  if (rest === 'media') return faulty(graph.faults, 'upload', () => upload(line, request))
  if (rest === 'register') return registerLine(line, request)
  if (rest === 'smb_app_data') return faulty(graph.faults, 'appData', () => sendAppData(line, request))
  if (rest !== '') throw noObject(rest)
  const { webhook_configuration: setting } = await request.fields()
  if (request.method === 'GET')
    return faulty(graph.faults, 'number', () => ({
      body: numberOf(line),
    }))
  const { override_callback_uri: url = '', verify_token: token = '' } = (setting ?? {}) as {
    override_callback_uri?: string
    verify_token?: string
  }
  if (url !== '' && graph.provesCallbacks) await prove(graph.reach(url), token)
  line.webhook = url === '' ? undefined : { url }
  return { body: { success: true } }
}

/** `POST …/messages`, the same at 360dialog. */
export async function message(graph: Graph, line: Line, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  graph.asked(line, 'messages', fields)
  return faulty(graph.faults, fields['status'] === 'read' ? 'read' : 'messages', () => ({ body: accept(line, fields) }))
}

/** Gives what was planned instead of, or after, the work. */
export async function faulty(
  faults: Faults<Fault>,
  what: string,
  work: (damaged: boolean) => SimulatorAnswer | Promise<SimulatorAnswer>,
): Promise<SimulatorAnswer> {
  const fault = faults.take(what)
  if (fault === 'dropBefore') return 'hangUp'
  if (fault !== undefined && typeof fault !== 'string') throw refusalOf(fault)
  const answer = await work(fault === 'damaged')
  return fault === 'dropAfter' ? 'hangUp' : answer
}

const numberOf = ({
  id,
  phone,
  name,
  quality,
  limit,
  isRegistered,
  isOnBusinessApp,
  webhook,
  account,
}: Line): object => ({
  id,
  display_phone_number: `+${phone}`,
  verified_name: name,
  quality_rating: quality,
  messaging_limit_tier: limit,
  status: isRegistered ? 'CONNECTED' : 'PENDING',
  is_on_biz_app: isOnBusinessApp,
  name_status: 'APPROVED',
  code_verification_status: 'VERIFIED',
  platform_type: 'CLOUD_API',
  throughput: { level: 'STANDARD' },
  webhook_configuration: {
    ...(webhook && { phone_number: webhook.url }),
    ...(account.appCallback !== undefined && { application: account.appCallback }),
  },
})

/** Only the app itself, or somebody who acts for it, may ask whose token this is. */
function debugToken({ accounts, signup }: Graph, caller: string, url: URL): SimulatorAnswer {
  const isAsking = (id: string, secret: string): boolean => caller === `${id}|${secret}`
  if (
    !isAsking(signup.app.id, signup.app.secret) &&
    !accounts.some(({ appId, appSecret }) => isAsking(appId, appSecret))
  )
    throw new Refused(400, 190, 'Error validating application. Cannot get application info due to a system error.')
  const owner = accounts.find(({ accessToken }) => accessToken === url.searchParams.get('input_token'))
  return {
    body: {
      data: owner
        ? {
            app_id: owner.sharedWith?.id ?? owner.appId,
            type: 'SYSTEM_USER',
            application: 'Recado',
            is_valid: true,
            expires_at: 0,
            scopes: owner.scopes,
            granular_scopes: owner.scopes.map((scope) => ({
              scope,
              ...(owner.lines.length > 0 && { target_ids: [owner.id] }),
            })),
          }
        : { is_valid: false, error: { code: 190, message: 'Malformed access token' } },
    },
  }
}

/** Meta asks the address before it uses it. */
async function prove(url: string, token: string): Promise<void> {
  const challenge = String(Math.floor(Math.random() * 2 ** 31))
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': token })
  const answered = await fetch(`${url}?${query}`)
    .then((response) => response.text())
    .catch(() => undefined)
  if (answered !== challenge) throw badParameter('The URL couldn’t be validated. Callback verification failed.')
}
