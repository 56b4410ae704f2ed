import { withFault, type SimulatorAnswer, type SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account, App, Meta } from './account.ts'
import { newId, newToken } from './ids.ts'
import { accept } from './outgoing.ts'
import { badParameter, expired, noObject, refusalOf } from './refused.ts'
import { isRoutingCall, routing } from './routing.ts'
import { messageTemplates } from './templates.ts'

/** Answers a call to `/{version}/…` with a bearer token, of an account or of an app. */
export async function answerGraph(simulator: Meta, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const path = request.url.pathname.replace(/^\/v\d+\.\d\//, '')
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const app = simulator.accounts.map((account) => account.app).find(({ id, secret }) => token === `${id}|${secret}`)
  if (path === 'debug_token' || path.endsWith('/subscriptions')) {
    if (!app) throw expired()
    return path === 'debug_token' ? debugToken(simulator, request.url) : subscriptions(simulator, app, request)
  }
  const [id, rest = ''] = path.split('/', 2)
  const linked = simulator.accounts.find(({ page }) => page?.token === token)
  if (linked) return linkedPage(simulator, linked, { id, rest }, request)
  const account = simulator.accounts.find((each) => each.token === token || each.renewed.has(token))
  if (!account) throw expired()
  if (path === 'refresh_access_token') return { body: { access_token: renewed(account), expires_in: 5_184_000 } }
  if (id !== account.id) return profile(account, id ?? '')
  if (rest === '') return withFault(simulator.faults.take('account'), () => ({ body: factsOf(account) }), refusalOf)
  if (rest === 'subscribed_apps') return subscribedApps(account, request)
  if (isRoutingCall(rest) && account.product === 'facebook')
    return withFault(simulator.faults.take('routing'), () => routing(account, rest, request), refusalOf)
  if (rest === 'message_templates' && account.product === 'facebook')
    return withFault(simulator.faults.take('templates'), () => messageTemplates(account, request), refusalOf)
  const fields = await request.fields()
  if (rest === 'messages') {
    const what = fields['sender_action'] === undefined ? 'messages' : 'acts'
    return withFault(simulator.faults.take(what), async () => ({ body: await accept(account, fields) }), refusalOf)
  }
  if (rest === 'message_attachments' && account.product === 'facebook') return upload(account, fields)
  throw noObject(path)
}

/** What a page knows of the account of Instagram that is linked to it: who answers its conversations. */
async function linkedPage(
  { faults }: Meta,
  account: Account,
  { id, rest }: { id: string | undefined; rest: string },
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  if (id !== account.page?.id) throw noObject(id ?? '')
  if (rest === '') return { body: { id, name: 'Loja Exemplo' } }
  if (!isRoutingCall(rest)) throw noObject(rest)
  return withFault(faults.take('routing'), () => routing(account, rest, request), refusalOf)
}

const factsOf = ({ id, name, username, product }: Account): object =>
  product === 'facebook' ? { id, name } : { id, user_id: id, name, username }

function renewed(account: Account): string {
  const token = newToken()
  account.renewed.add(token)
  return token
}

function profile(account: Account, id: string): SimulatorAnswer {
  const person = account.people.find((each) => each.id === id)
  if (!person) throw noObject(id)
  const [first, ...others] = person.name.split(' ')
  const { product, world } = account
  const picture = `${world.filesAt}/files/${person.id}`
  return {
    body:
      product === 'facebook'
        ? { id, first_name: first, last_name: others.join(' '), profile_pic: picture }
        : { id, name: person.name, username: person.username, profile_pic: picture },
  }
}

function debugToken({ accounts }: Meta, url: URL): SimulatorAnswer {
  const owner = accounts.find(({ token }) => token === url.searchParams.get('input_token'))
  return {
    body: { data: owner ? { app_id: owner.app.id, is_valid: true, expires_at: 0 } : { is_valid: false } },
  }
}

/** Where the webhooks of an app go. Meta asks the address for its token before it takes it. */
async function subscriptions(
  { reach, provesCallbacks }: Meta,
  app: App,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  const object = String(fields['object'] ?? '')
  if (request.method === 'GET')
    return {
      body: { data: [...app.callbacks].map(([kind, url]) => ({ object: kind, callback_url: url, active: true })) },
    }
  if (request.method === 'DELETE') app.callbacks.delete(object)
  else {
    const url = String(fields['callback_url'])
    if (provesCallbacks) await prove(reach(url), String(fields['verify_token']))
    app.callbacks.set(object, url)
  }
  return { body: { success: true } }
}

async function prove(url: string, token: string): Promise<void> {
  const challenge = newId()
  const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': token })
  const answered = await fetch(`${url}?${query}`)
    .then((response) => response.text())
    .catch(() => undefined)
  if (answered !== challenge) throw badParameter('The URL couldn’t be validated. Callback verification failed.')
}

function subscribedApps(account: Account, { method, url }: SimulatorRequest): SimulatorAnswer {
  if (method === 'GET')
    return {
      body: {
        data: account.fields.length === 0 ? [] : [{ id: account.app.id, subscribed_fields: account.fields }],
      },
    }
  account.fields = method === 'DELETE' ? [] : (url.searchParams.get('subscribed_fields') ?? '').split(',')
  return { body: { success: true } }
}

/** Files of pages are uploaded first. */
async function upload({ world }: Account, fields: Record<string, unknown>): Promise<SimulatorAnswer> {
  const file = fields['filedata']
  if (!(file instanceof File)) throw badParameter('(#100) Upload attachment failure.')
  const id = newId()
  world.files.set(`/files/${id}`, { bytes: new Uint8Array(await file.arrayBuffer()), mime: file.type })
  return { body: { attachment_id: id } }
}
