import type { QuickMessage } from '../../messages/quick-message.ts'

/** Messages whose key begins with the typed text come first; within both halves the server's order stays. */
export function byRelevance<Message extends Pick<QuickMessage, 'key'>>(
  messages: readonly Message[],
  query: string,
): Message[] {
  const wanted = query.toLowerCase()
  const begins = (message: Message) => message.key.toLowerCase().startsWith(wanted)
  return [...messages.filter(begins), ...messages.filter((message) => !begins(message))]
}
