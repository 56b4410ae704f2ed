import {
  conversationFacts,
  fillTemplate,
  mint,
  Refusal,
  templateNames,
  type ActionCode,
  type ActionContext,
  type AutomationSubject,
  type MediaId,
  type Part,
} from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { createHash } from 'node:crypto'
import { refusal } from '../errors.ts'
import { partsOf } from '../messages/part-store.ts'
import type { PartRow } from '../messages/quick-message.table.ts'
import { findByKey } from '../messages/quick-message-store.ts'
import { greetingIn } from '../variables/greetings.ts'
import { ownVariables } from '../variables/variable-store.ts'
import { factsWith, type VariableFacts } from '../variables/wording.ts'
import type { actions } from './actions.ts'

/**
 * Each part is a message of its own, in their order. Texts are sent in the name of the requesting user, files and
 * messages of automations as the plugin.
 * @throws Refusal ERR_NO_FAST_REPLY_FOUND, ERR_FAST_REPLY_ASKS for what only a person can fill in, and what core
 * refuses
 */
export const sendMessage: ActionCode<typeof actions.send.input> = async (
  { shortcut },
  { ticket, at },
  ctx,
  { key },
) => {
  const { parts, own } = await ctx.db.transaction(async (raw) => {
    const tx = drizzleOn(raw)
    const message = await findByKey(tx, ctx.tenant, {
      key: shortcut.replace(/^\//u, ''),
      viewer: ctx.viewer,
      queueId: ticket.queueId,
    })
    if (!message) throw refusal('ERR_NO_FAST_REPLY_FOUND')
    return { parts: await partsOf(tx, ctx.tenant, [message.id]), own: await ownVariables(tx, ctx.tenant) }
  })
  const facts = factsWith(
    await spokenFacts(ticket, ctx, new Date(at)),
    own.filter(({ value }) => value !== null),
  )
  const unfilled = templateNames(parts.map(({ text }) => text)).filter((name) => !Object.hasOwn(facts, name))
  if (unfilled.length > 0) throw refusal('ERR_FAST_REPLY_ASKS', { detail: unfilled.join(', ') })
  for (const part of parts) await sendPart(part, facts, ticket, ctx, partKey(key, part.position))
}

async function spokenFacts(ticket: AutomationSubject['ticket'], { core, viewer }: ActionContext, at: Date) {
  const company = await core.company.profile()
  const locale = viewer?.locale ?? company.locale
  return {
    ...conversationFacts(ticket, { company, locale, agent: viewer?.name ?? ticket.username ?? '', at }),
    greeting: greetingIn(locale, at, company.timeZone),
  }
}

async function sendPart(
  row: PartRow,
  facts: VariableFacts,
  { id }: AutomationSubject['ticket'],
  { core, viewer, acting }: ActionContext,
  key: string,
): Promise<void> {
  const text = fillTemplate(row.text, facts).trim()
  if (row.mediaId === null) {
    if (text === '') return
    await (acting
      ? acting.messages.send(id, text, { key })
      : core.messages.send(id, [{ kind: 'text', text, format: 'markdown' }], { key }))
    return
  }
  if (viewer && !viewer.can('messages.write')) throw new Refusal('ERR_NO_PERMISSION')
  await core.messages.send(id, [filePart(row, text)], { key })
}

const filePart = ({ mediaId, mediaMime: mime, mediaBytes, mediaName }: PartRow, caption: string): Part => ({
  kind: 'media',
  as: kindOf(mime!),
  media: mint<MediaId>(mediaId!),
  mime: mime!,
  bytes: mediaBytes!,
  ...(mediaName !== null && { name: mediaName }),
  ...(caption !== '' && { caption }),
})

/** Core makes another kind of it where the channel wants one. */
const kindOf = (mime: string): 'image' | 'video' | 'audio' | 'document' =>
  (['image', 'video', 'audio'] as const).find((kind) => mime.startsWith(`${kind}/`)) ?? 'document'

/** A key of the length that core accepts, for any length of the act's key. */
const partKey = (key: string, position: number): string =>
  createHash('sha256').update(`${key}:${position}`).digest('base64url')
