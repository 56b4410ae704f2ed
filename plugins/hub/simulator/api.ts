import { randomUUID } from 'node:crypto'
import {
  withFault,
  type Faults,
  type ScriptedFault,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import type { Account, HubChannel, Said, Subscription } from './account.ts'

/** The hub as its calls see it. */
export interface Hub {
  readonly accounts: readonly Account[]
  readonly faults: Faults<ScriptedFault>
  readonly files: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly mime: string }>
}

export const refusalOf = ({ status, code = status, description = 'refused', retryAfter }: ScriptedRefusal) => ({
  status,
  ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  body: { code: String(code), message: description, details: [] },
})

const textOnly = new Set(['mercadolivre', 'olx', 'youtube', 'linkedin', 'magalu', 'email', 'sms', 'gbm'])
const secondVersion = new Set(['whatsapp', 'instagram', 'tiktok'])

/** Answers a call with the token of an account. */
export async function answerHub(hub: Hub, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const account = hub.accounts.find(({ token }) => token === request.headers.get('x-api-token'))
  if (!account) return refusalOf({ status: 401, description: 'Authentication information is missing or invalid' })
  const [version, what, name, rest] = request.url.pathname.slice(1).split('/')
  if (what === 'subscriptions') return subscriptions(account, name, request)
  if (what !== 'channels') return refusalOf({ status: 404, description: 'Not found' })
  const fields = await request.fields()
  if (rest === 'messages') {
    const channel = account.channels.find(({ id }) => id === fields['from'])
    if (!channel || channel.kind !== name) return refusalOf({ status: 404, description: 'Channel not found' })
    if ((version === 'v2') !== secondVersion.has(name)) return refusalOf({ status: 404, description: 'Not found' })
    return withFault(hub.faults.take('messages'), () => accept(channel, fields), refusalOf)
  }
  if (rest === 'media') return media(hub, fields)
  if (name === undefined) return { body: account.channels.map(factsOf) }
  const channel = account.channels.find(({ id }) => id === name)
  return channel ? { body: factsOf(channel) } : refusalOf({ status: 404, description: 'Channel not found' })
}

const factsOf = ({ id, name, kind }: HubChannel): object => ({ id, name, channel: kind })

function accept(channel: HubChannel, fields: Readonly<Record<string, unknown>>): SimulatorAnswer {
  const contents = (fields['contents'] ?? []) as Said['contents']
  const person = String(fields['to'])
  if (contents.length === 0) return refusalOf({ status: 400, description: 'contents is required' })
  if (!channel.said.some((said) => said.fromPerson && said.person === person))
    return refusalOf({ status: 422, description: 'A conversation cannot be started on this channel' })
  if (textOnly.has(channel.kind) && contents.some(({ type }) => type !== 'text'))
    return refusalOf({ status: 422, description: 'This channel takes text only' })
  const said: Said = { id: randomUUID(), person, fromPerson: false, contents, status: 'ACCEPTED' }
  channel.said.push(said)
  for (const state of channel.reports) channel.report(said, state)
  return { body: { id: said.id, from: channel.id, to: person, direction: 'OUT', contents } }
}

/** Files of WhatsApp are given by the hub itself. */
function media({ files }: Hub, fields: Readonly<Record<string, unknown>>): SimulatorAnswer {
  const [content] = (fields['contents'] ?? []) as { fileUrl?: string }[]
  const file = files.get(content?.fileUrl === undefined ? '' : new URL(content.fileUrl).pathname)
  return file ? { headers: { 'content-type': file.mime }, body: file.bytes } : refusalOf({ status: 404 })
}

async function subscriptions(
  account: Account,
  id: string | undefined,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  if (request.method === 'GET') return { body: account.subscriptions.map((one) => ({ ...one, status: 'ACTIVE' })) }
  if (request.method === 'DELETE') {
    account.subscriptions = account.subscriptions.filter((one) => one.id !== id)
    return { status: 204 }
  }
  const given = (await request.fields()) as unknown as Omit<Subscription, 'id'>
  const isKnown = account.subscriptions.some(
    (one) =>
      one.eventType === given.eventType &&
      one.criteria.channel === given.criteria.channel &&
      one.webhook.url === given.webhook.url,
  )
  if (isKnown) return refusalOf({ status: 409, description: 'This subscription exists already' })
  const subscription: Subscription = { ...given, id: randomUUID() }
  account.subscriptions.push(subscription)
  return { body: subscription }
}
