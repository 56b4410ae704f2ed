import type { Work } from '../account.ts'
import { dividedAttributes, removeAttributes, setOwnAttributes } from '../catalogue/custom-attributes.ts'
import { fieldsOf, flag, object, texts, type Fields } from '../http/fields.ts'
import { setCustom } from './conversation-store.ts'
import { conversationOf, type Conversation } from './conversation.ts'

/** All custom attributes of a conversation, as programs know them. */
const attributesOf = ({ extras, ticket }: Conversation): Fields => ({ ...extras?.custom, ...ticket.attributes })

const told = async (work: Work, conversation: Conversation): Promise<{ readonly custom_attributes: Fields }> => ({
  custom_attributes: attributesOf((await conversationOf(work, conversation.ticket.id)) ?? conversation),
})

/**
 * `POST …/custom_attributes`. Those of the company that are named are set, and others of its stay, since agents fill
 * them in. The rest is replaced, with `merge` changed. @throws Fault 422
 */
export async function setConversationAttributes(work: Work, conversation: Conversation, body: unknown) {
  const fields = fieldsOf(body)
  const { ticket } = conversation
  const { own, free } = await dividedAttributes(work, 'ticket', object(fields, 'custom_attributes') ?? {})
  await setOwnAttributes(work, { ticket: ticket.id }, own)
  await setCustom(work, ticket.id, free, { merge: flag(fields, 'merge') })
  return told(work, conversation)
}

/** `POST …/destroy_custom_attributes`, by their keys. @throws Fault 422 */
export async function removeConversationAttributes(work: Work, conversation: Conversation, body: unknown) {
  const keys = texts(fieldsOf(body), 'custom_attributes') ?? []
  await removeAttributes(work, { ticket: conversation.ticket.id }, attributesOf(conversation), keys)
  return told(work, conversation)
}
