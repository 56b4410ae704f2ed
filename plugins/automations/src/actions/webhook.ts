import type { ActionCode, ActionSpec, PluginContext } from '@recado/sdk'
import { randomBytes } from 'node:crypto'
import * as z from 'zod'

/** Tells another program about the conversation, by a signed request that is repeated until it arrives. */
export const webhook = {
  icon: 'webhook',
  by: ['automation'],
  input: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
} satisfies ActionSpec

const secretName = 'webhook'

/** The secret that the company's rules sign with; undefined before a rule of theirs needed one. */
export const knownSecret = ({ secrets }: Pick<PluginContext, 'secrets'>): Promise<string | undefined> =>
  secrets.get(secretName)

/** The secret that the company's rules sign with; made where there is none. */
export const signingSecret = ({ secrets }: Pick<PluginContext, 'secrets'>): Promise<string> =>
  secrets.ensure(secretName, () => `whsec_${randomBytes(32).toString('base64')}`)

/**
 * Done once it is stored: core sends it, in the order of the conversation, and repeats it for up to three days.
 * @throws Refusal ERR_WEBHOOK_ADDRESS for an address inside of a network
 */
export const callWebhook: ActionCode<typeof webhook.input> = async (
  { url },
  { ticket, contact, message, at },
  ctx,
  { key },
) => {
  // What core leaves out of a conversation, JSON leaves out too.
  const data = JSON.parse(
    JSON.stringify({
      at,
      ticket: {
        id: ticket.id,
        protocol: ticket.protocol,
        status: ticket.status,
        channel: ticket.channel,
        connectionId: ticket.channelId,
        queueId: ticket.queueId,
        userId: ticket.userId,
        attributes: ticket.attributes,
      },
      contact: { id: contact.id, name: contact.name, number: contact.number, attributes: contact.attributes },
      message: message ? { id: message.id, body: message.body, fromMe: message.fromMe } : null,
    }),
  ) as Record<string, never>
  const secret = await signingSecret(ctx)
  await ctx.core.webhooks.send({ url, secret, type: 'automation.fired', data, key, order: ticket.id })
}
