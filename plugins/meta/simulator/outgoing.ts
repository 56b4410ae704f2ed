import type { Account } from './account.ts'
import { newMessageId } from './ids.ts'
import type { Person, Said } from './person.ts'
import { badParameter, Refused } from './refused.ts'
import { filledIn } from './templates.ts'

type Json = Readonly<Record<string, unknown>>

const day = 24 * 3_600_000
const actions = new Set(['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'])

/** `POST …/messages`: a message, or an act. @throws Refused as Meta refuses */
export async function accept(account: Account, fields: Json): Promise<object> {
  const recipient = (fields['recipient'] ?? {}) as { id?: string; comment_id?: string }
  const comment = account.said.find(({ id, isComment }) => isComment && id === recipient.comment_id)
  const person = comment?.person ?? account.people.find(({ id }) => id === recipient.id)
  if (!person) throw new Refused(400, 100, 'No matching user found', 2_018_001)
  if (fields['sender_action'] !== undefined) return act(account, person, fields)
  const message = (fields['message'] ?? {}) as Json
  const template = message['template'] as object | undefined
  const words = template ? templateWords(account, fields, template) : (message['text'] as string | undefined)
  if (!template) checkContent(account, message)
  if (template) checkRecipient(comment)
  else if (comment) checkPrivateReply(comment)
  else checkWindow(person, fields)
  if (person.isBlocked) throw new Refused(400, 551, 'This person isn’t available right now.', 1_545_041)
  if (person.isElsewhere && account.product === 'instagram')
    throw new Refused(400, 100, 'This action is invalid since another app is the thread owner.', 2_534_037)
  if (person.isElsewhere)
    throw new Refused(403, 10, 'Message failed to send because another app is controlling this thread now.', 2_018_300)
  const content = { ...message, ...(await attached(account, message)) }
  const said: Said = {
    id: newMessageId(),
    person,
    fromPerson: false,
    content,
    at: account.world.clock.now().getTime(),
    text: words,
    reactions: new Map(),
  }
  account.said.push(said)
  account.typing.delete(person)
  if (comment) privateReplies.add(comment)
  report(account, said, message['metadata'])
  return { recipient_id: person.id, message_id: said.id }
}

/** A template goes out at any time, to somebody who has written before. */
function templateWords(account: Account, fields: Json, template: object): string {
  if (account.product !== 'facebook' || fields['messaging_type'] !== 'UTILITY')
    throw badParameter('Templates are for utility messages')
  return filledIn(account, template)
}

function checkRecipient(comment: Said | undefined): void {
  if (comment) throw badParameter('A comment cannot be answered with a template')
}

/** Comments that were answered in private. */
const privateReplies = new WeakSet<Said>()

/** What Meta tells of a message that it took. */
function report(account: Account, said: Said, metadata: unknown): void {
  const { person, id, text } = said
  if (account.fields.includes('message_echoes') || account.product === 'instagram') {
    const message = {
      mid: id,
      is_echo: true,
      app_id: account.app.id,
      ...(metadata !== undefined && { metadata }),
      text,
    }
    account.push({ messaging: person.event({ message }, true) })
  }
  if (account.product === 'facebook' && account.reportsDelivery)
    account.push({ messaging: person.event({ delivery: { mids: [id], watermark: said.at } }) })
}

function act(account: Account, person: Person, fields: Json): object {
  const action = String(fields['sender_action'])
  if (!actions.has(action)) throw badParameter(`Invalid sender action ${action}`)
  const { message_id: id, reaction } = (fields['payload'] ?? {}) as { message_id?: string; reaction?: string }
  if (action === 'typing_on') account.typing.add(person)
  if (action === 'typing_off') account.typing.delete(person)
  if (action === 'mark_seen') for (const said of person.thread) if (said.fromPerson) said.isRead = true
  if (action === 'react' || action === 'unreact') {
    const said = person.thread.find((each) => each.id === id)
    if (!said) throw badParameter('Invalid message id')
    if (action === 'unreact') said.reactions.delete('account')
    else if (account.product === 'instagram' && reaction !== 'love') throw badParameter('Invalid reaction')
    else said.reactions.set('account', reaction === 'love' ? '❤️' : String(reaction))
  }
  return { recipient_id: person.id }
}

function checkContent({ product }: Account, message: Json): void {
  const {
    text,
    attachment,
    quick_replies: replies,
  } = message as {
    text?: string
    attachment?: object
    quick_replies?: readonly { title: string }[]
  }
  if (text === undefined && attachment === undefined) throw badParameter('Param message must be non-empty')
  const length = product === 'instagram' ? Buffer.byteLength(text ?? '') : (text ?? '').length
  if (length > (product === 'instagram' ? 1_000 : 2_000)) throw badParameter('Length of param message[text] too long')
  if (replies && (replies.length > 13 || replies.some(({ title }) => [...title].length > 20)))
    throw badParameter('Invalid quick replies')
}

function checkPrivateReply(comment: Said): void {
  const now = comment.person.account.world.clock.now().getTime()
  if (now - comment.at > 7 * day || privateReplies.has(comment))
    throw new Refused(400, 10_900, 'Activity already replied to', 2_534_023)
}

function checkWindow(person: Person, fields: Json): void {
  const now = person.account.world.clock.now().getTime()
  const silence = now - (person.lastSaidAt ?? 0)
  const isHuman = fields['messaging_type'] === 'MESSAGE_TAG' && fields['tag'] === 'HUMAN_AGENT'
  if (silence > (isHuman ? 7 * day : day))
    throw new Refused(400, 10, 'This message is sent outside of allowed window.', 2_018_278)
}

/** The file of a message, where it can be seen afterwards: an upload, or what lies at the address. */
async function attached({ world, product }: Account, { attachment }: Json): Promise<object> {
  if (attachment === undefined) return {}
  const { type, payload } = attachment as { type: string; payload: { attachment_id?: string; url?: string } }
  const kept = world.files.get(`/files/${payload.attachment_id}`)
  if (kept) return { attachment: { type, payload: { url: `${world.filesAt}/files/${payload.attachment_id}` } } }
  if (payload.url === undefined || product === 'facebook') throw badParameter('Invalid attachment')
  if (!world.fetchesFiles) return {}
  const response = await fetch(world.reach(payload.url)).catch(() => undefined)
  if (!response?.ok) throw new Refused(400, 100, 'Upload attachment failure.', 2_018_047)
  const path = `/files/${newMessageId()}`
  world.files.set(path, {
    bytes: new Uint8Array(await response.arrayBuffer()),
    mime: response.headers.get('content-type') ?? 'application/octet-stream',
  })
  return { attachment: { type, payload: { url: world.filesAt + path } } }
}
