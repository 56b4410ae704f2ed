import type { Part, PollTally, Target } from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { TelegramError } from '../api/failure.ts'
import { Done, PollState, tallyOf } from '../api/results.ts'
import { toHtml } from './html.ts'
import { messageNumber } from './send.ts'

const at = ({ chat, id }: Target) => ({ chat_id: chat, message_id: messageNumber(id) })

/** Changes what we said: a text, or the caption of a file. Saying the same again is no failure. */
export async function edit(api: Api, target: Target, parts: readonly Part[], signal: AbortSignal): Promise<void> {
  const [part] = parts
  try {
    if (part?.kind === 'text')
      await api.call(
        'editMessageText',
        Done,
        {
          ...at(target),
          ...(part.format === 'markdown' ? { text: toHtml(part.text), parse_mode: 'HTML' } : { text: part.text }),
        },
        signal,
      )
    else if (part?.kind === 'media')
      await api.call('editMessageCaption', Done, { ...at(target), caption: part.caption ?? '' }, signal)
    else
      throw new TelegramError({
        kind: 'unsupported',
        code: 'UNSUPPORTED',
        message: 'only texts and captions can be changed',
        certain: true,
      })
  } catch (error) {
    if (!(error instanceof TelegramError && /message is not modified/i.test(error.message))) throw error
  }
}

export const remove = async (api: Api, target: Target, signal: AbortSignal): Promise<void> =>
  void (await api.call('deleteMessage', Done, at(target), signal))

/** One reaction per message; null takes it back. */
export const react = async (api: Api, target: Target, emoji: string | null, signal: AbortSignal): Promise<void> =>
  void (await api.call(
    'setMessageReaction',
    Done,
    { ...at(target), reaction: emoji === null ? [] : [{ type: 'emoji', emoji }] },
    signal,
  ))

/** What a poll ended with; undefined where it was stopped before, which is no failure. */
export async function stopPoll(api: Api, target: Target, signal: AbortSignal): Promise<PollTally | undefined> {
  try {
    return tallyOf(await api.call('stopPoll', PollState, at(target), signal))
  } catch (error) {
    if (error instanceof TelegramError && /poll has already been closed/i.test(error.message)) return undefined
    throw error
  }
}
