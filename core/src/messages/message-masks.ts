import { maskName, ownReactor, type Message } from '@recado/contracts'

/** A message for who sees numbers and addresses masked: people without a name are called by them, and react under them. What was said stays what it is. */
export const maskedMessage = (message: Message): Message => ({
  ...message, username: message.fromMe || message.username === null ? message.username : maskName(message.username),
  reaction: Object.fromEntries(Object.entries(message.reaction).map(([who, emoji], place) => [who === ownReactor ? who : String(place), emoji])),
})
