import { randomBytes } from 'node:crypto'
import type { ConnectionContext, PluginContext } from '@recado/sdk'
import { connectionId, type Work } from '../account.ts'
import { InboxConfig } from '../channel/inbox-channel.ts'
import { invalid, notFound } from '../http/answer.ts'
import { fieldsOf, flag, object, text } from '../http/fields.ts'
import { numberOf, objectOf } from '../numbers/numbers.ts'

/** An inbox of the type API, which is a connection of this plugin. */
export interface Inbox {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly config: InboxConfig
  readonly connection: ConnectionContext<Record<string, unknown>>
}

/** Undefined for what is no inbox of the company, or is switched off. */
export async function inboxOf(work: Work, connection: string): Promise<Inbox | undefined> {
  const context = await work.connections.get(connectionId(connection))
  if (!context) return undefined
  const config = InboxConfig.parse(context.config)
  return {
    id: connection,
    number: await numberOf(work, 'inbox', connection),
    name: context.name,
    config,
    connection: context,
  }
}

export async function inboxesOf(work: Work): Promise<readonly Inbox[]> {
  const listed = await work.connections.list()
  const found = await Promise.all(listed.map(({ id }) => inboxOf(work, id)))
  return found.filter((inbox) => inbox !== undefined)
}

/** @throws Fault 404 */
export async function requireInbox(work: Work, given: unknown): Promise<Inbox> {
  const id = await objectOf(work, 'inbox', given)
  const inbox = id === undefined ? undefined : await inboxOf(work, id)
  if (!inbox) throw notFound()
  return inbox
}

/** The secret by which programs prove whom a contact of the public API is. */
export const identityKey = ({ secrets }: Pick<Work, 'secrets'>, inbox: string): Promise<string> =>
  secrets.ensure(`identity-${inbox}`, () => randomBytes(24).toString('base64url'))

export const slimInbox = ({ id, number, name }: Inbox): object => ({
  id: number,
  avatar_url: '',
  channel_id: number,
  name,
  channel_type: 'Channel::Api',
  provider: null,
  inbox_identifier: id,
})

export async function shownInbox(work: Work, inbox: Inbox): Promise<object> {
  return {
    ...slimInbox(inbox),
    greeting_enabled: false,
    greeting_message: null,
    working_hours_enabled: false,
    enable_email_collect: false,
    csat_survey_enabled: false,
    enable_auto_assignment: false,
    auto_assignment_config: {},
    out_of_office_message: null,
    working_hours: [],
    timezone: (await work.core.company.profile()).timeZone,
    callback_webhook_url: null,
    allow_messages_after_resolved: true,
    lock_to_single_conversation: false,
    sender_name_type: 'friendly',
    business_name: null,
    hmac_mandatory: inbox.config.hmacMandatory,
    hmac_token: await identityKey(work, inbox.id),
    webhook_url: inbox.config.webhookUrl ?? null,
    additional_attributes: {},
  }
}

const longestName = 100
/** Where inboxes are made and changed: in calls of programs. */
type Making = Work & Pick<PluginContext, 'connections'>
type GivenConfig = { readonly [K in keyof InboxConfig]?: InboxConfig[K] | undefined }

/** What a program says of an inbox. @throws Fault 422 */
function given(body: unknown): { readonly name?: string; readonly config: GivenConfig; readonly type?: string } {
  const fields = fieldsOf(body)
  const channel = object(fields, 'channel') ?? {}
  const name = text(fields, 'name', longestName)?.trim()
  const type = text(channel, 'type')
  const config = InboxConfig.partial().safeParse({
    ...('webhook_url' in channel && { webhookUrl: text(channel, 'webhook_url', 2_000) }),
    ...('hmac_mandatory' in channel && { hmacMandatory: flag(channel, 'hmac_mandatory') }),
  })
  if (!config.success) throw invalid('Webhook url is invalid', 'webhook_url')
  return { config: config.data, ...(name !== undefined && { name }), ...(type !== undefined && { type }) }
}

export async function createInbox(work: Making, body: unknown): Promise<Inbox> {
  const { name, config, type } = given(body)
  if (type !== 'api') throw invalid('Only inboxes of the type api can be made here', 'channel')
  if (!name) throw invalid("Name can't be blank", 'name')
  const id = await work.connections.create({ type: 'chatwoot-api', name, config: settingsOf(config) })
  return (await inboxOf(work, id))!
}

export async function updateInbox(work: Making, inbox: Inbox, body: unknown): Promise<Inbox> {
  const { name, config } = given(body)
  await work.connections.change(connectionId(inbox.id), {
    ...(name !== undefined && { name }),
    ...(Object.keys(config).length > 0 && { config: settingsOf({ ...inbox.config, ...config }) }),
  })
  return (await inboxOf(work, inbox.id))!
}

const settingsOf = (config: GivenConfig): Record<string, unknown> =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))
