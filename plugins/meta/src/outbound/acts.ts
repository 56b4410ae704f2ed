import { ChannelError, type ExternalChatId, type Target } from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { Done } from '../api/results.ts'
import { commentPrefix } from '../inbound/comment.ts'

type Action = 'typing_on' | 'typing_off' | 'mark_seen' | 'react' | 'unreact'

const act = (api: MetaApi, chat: ExternalChatId, action: Action, signal: AbortSignal, payload?: object) =>
  api.call({
    path: `/${api.config.accountId}/messages`,
    result: Done,
    json: { recipient: { id: chat }, sender_action: action, ...(payload && { payload }) },
    signal,
  })

export const typing = (api: MetaApi, chat: ExternalChatId, isOn: boolean, signal: AbortSignal): Promise<unknown> =>
  act(api, chat, isOn ? 'typing_on' : 'typing_off', signal)

/** Comments are not read in a conversation. */
export async function markRead(api: MetaApi, { chat, id }: Target, signal: AbortSignal): Promise<void> {
  if (!id.startsWith(commentPrefix)) await act(api, chat, 'mark_seen', signal)
}

/** One reaction of ours per message; null takes it back. Instagram names its only one, Messenger takes the emoji. */
export async function react(
  api: MetaApi,
  { chat, id }: Target,
  emoji: string | null,
  signal: AbortSignal,
): Promise<void> {
  if (id.startsWith(commentPrefix))
    throw new ChannelError({
      kind: 'unsupported',
      code: 'COMMENT',
      message: 'a comment cannot be reacted to',
      certain: true,
    })
  if (emoji === null) await act(api, chat, 'unreact', signal, { message_id: id })
  else
    await act(api, chat, 'react', signal, {
      message_id: id,
      reaction: api.product === 'instagram' ? 'love' : emoji,
    })
}
