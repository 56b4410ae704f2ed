import { ChannelError, plainText, type ConnectionContext, type ExternalChatId } from '@recado/sdk'

/** Words with which people in the markets of Recado ask for silence. */
export const usualOptOutWords: readonly string[] = ['SAIR', 'PARAR', 'STOP', 'CANCELAR', 'UNSUBSCRIBE']

/** Messages of a chat that are looked through for what the customer said last. */
const lookedBack = 50

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Whether a message says nothing but one of the words; case, accents and punctuation aside. */
export function isOptOut(text: string, words: readonly string[]): boolean {
  const said = bare(text)
  return said !== '' && words.some((word) => bare(word) === said)
}

/**
 * Refuses messages to contacts who opted out, until they write something else themselves.
 * @throws ChannelError `blocked` with code OPTED_OUT
 */
export async function refuseAfterOptOut(
  ctx: Pick<ConnectionContext<{ optOutWords: readonly string[] }>, 'history' | 'config'>,
  chat: ExternalChatId,
): Promise<void> {
  if (ctx.config.optOutWords.length === 0) return
  const said = (await ctx.history.read(chat, { limit: lookedBack })).findLast(
    (entry) => entry.fromContact && !entry.deleted,
  )
  if (said && isOptOut(plainText(said.parts), ctx.config.optOutWords))
    throw new ChannelError({
      kind: 'blocked',
      code: 'OPTED_OUT',
      message: 'the customer asked not to be written to',
      certain: true,
    })
}
