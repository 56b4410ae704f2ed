import { maskName, ownReactor, type Message } from '@recado/contracts'

/** Author for users who see numbers and addresses masked: one without a name is shown by number or address. */
export const maskedAuthor = (fromMe: boolean, username: string | null): string | null =>
  fromMe || username === null ? username : maskName(username)

/**
 * A message for users who see numbers and addresses masked: authors of reactions are masked too. The text stays
 * unmasked.
 */
export const maskedMessage = (message: Message): Message => ({
  ...message,
  username: maskedAuthor(message.fromMe, message.username),
  reaction: Object.fromEntries(
    Object.entries(message.reaction).map(([who, emoji], place) => [who === ownReactor ? who : String(place), emoji]),
  ),
})
