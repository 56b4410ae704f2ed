import {
  defineChannel,
  definePlugin,
  implementPlugin,
  mint,
  plainText,
  type ConnectionContext,
  type ExternalMessageId,
  type InboundEvent,
} from '@recado/sdk'
import { askProvider, failedCheck, readJson, verifyHmac } from '@recado/sdk/server'
import * as z from 'zod'

/**
 * What the channel is: the settings of a connection, how its people are known, what it can do. Whatever is not said of
 * it, it cannot.
 */
const channel = defineChannel({
  type: 'template-plugin',
  titleKey: 'channel.title',
  descriptionKey: 'channel.description',
  badge: { color: '#0f766e', icon: 'message-circle' },
  transport: 'webhook',
  identityKind: 'template-plugin',
  config: z.object({
    apiRoot: z.url({ protocol: /^https?$/ }).default('https://api.example.com'),
    accessToken: z.string().min(8).max(500).meta({ secret: true }),
    signingSecret: z.string().min(16).max(200).meta({ secret: true }),
  }),
  egressFrom: ['apiRoot'],
  capabilities: { version: 1, text: { maxLength: 4_000, format: 'plain' }, idempotentSend: 'native' },
})

const plugin = definePlugin({
  id: 'template-plugin',
  version: '0.1.0',
  host: '^1.0.0',
  publisher: 'Template Publisher',
  enabledByDefault: true,
  title: { 'pt-BR': 'Template Plugin', en: 'Template Plugin', es: 'Template Plugin', ru: 'Template Plugin' },
  description: {
    'pt-BR': 'Conversas por Template Plugin.',
    en: 'Conversations by Template Plugin.',
    es: 'Conversaciones por Template Plugin.',
    ru: 'Переписка через Template Plugin.',
  },
  channels: { main: channel },
  egress: ['api.example.com'],
  ui: {
    slots: [
      {
        slot: 'connection.card',
        panel: 'webhook',
        titleKey: 'webhook.title',
        icon: 'webhook',
        when: { connectionType: 'template-plugin' },
      },
    ],
  },
})

/** What arrives. A batch is read as a whole or not at all; an event that is none of these is passed over. */
const Batch = z.object({ events: z.array(z.unknown()).max(1_000) })
const Said = z.object({
  type: z.literal('message'),
  id: z.string().min(1),
  from: z.object({ id: z.string().min(1), name: z.string().optional() }),
  text: z.string().max(10_000),
  at: z.iso.datetime(),
})

function toInbound(given: unknown): InboundEvent[] {
  const said = Said.safeParse(given)
  if (!said.success) return []
  const { id, from, text, at } = said.data
  return [
    {
      type: 'message',
      id: mint(id),
      chat: mint(from.id),
      at: new Date(at),
      isGroup: false,
      origin: 'live',
      sender: { id: mint(from.id), isSelf: false, verified: true, name: from.name },
      parts: [{ kind: 'text', text, format: 'plain' }],
    },
  ]
}

const Account = z.object({ name: z.string() })
const Sent = z.object({ id: z.string().min(1) })

/** One call of the provider's API. What it refuses is thrown as core has to know it. */
async function call(
  ctx: ConnectionContext<z.output<typeof channel.config>>,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string },
  signal: AbortSignal,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${(await ctx.secrets.get('accessToken')) ?? ''}`,
    'content-type': 'application/json',
    ...init.headers,
  }
  const response = await askProvider(
    ctx,
    new URL(path, ctx.config.apiRoot),
    { ...init, headers, signal },
    { provider: 'Template Plugin' },
  )
  return response.json()
}

export default implementPlugin(plugin, {
  channels: {
    main: {
      webhook: {
        verify: async ({ rawBody, headers }, { secrets }) =>
          verifyHmac(rawBody, headers.get('x-signature'), await secrets.get('signingSecret')) ? 'ok' : 'bad',
        parse({ rawBody }) {
          const batch = Batch.safeParse(readJson(rawBody))
          return batch.success
            ? { events: batch.data.events.flatMap(toInbound) }
            : { events: [], respond: { status: 400 } }
        },
      },
      // The test of a connection. The words for its steps, token and reach, stand in locales under check.
      check: (ctx) =>
        call(ctx, '/me', {}, ctx.signal).then(
          (account) => ({ ok: true as const, identity: Account.parse(account).name }),
          failedCheck,
        ),
      async open(ctx) {
        return {
          // The provider knows the key: what is sent twice arrives once.
          async send({ key, chat, parts }, signal) {
            const sent = Sent.parse(
              await call(
                ctx,
                '/messages',
                {
                  method: 'POST',
                  headers: { 'idempotency-key': key },
                  body: JSON.stringify({ to: chat, text: plainText(parts) }),
                },
                signal,
              ),
            )
            return { status: 'sent', ids: [mint<ExternalMessageId>(sent.id)], at: new Date() }
          },
          // The far side is plain HTTP, so a session holds nothing open.
          async [Symbol.asyncDispose]() {},
        }
      },
    },
  },
})
