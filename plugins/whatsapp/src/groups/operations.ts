import { ChannelError, mint, type ChannelOperations, type ConnectionContext, type MediaId } from '@recado/sdk'
import type { WASocket } from 'baileys'
import type { Facts } from '../inbound/facts.ts'
import { bareJid, userOf } from '../inbound/jid.ts'
import { groupFailure } from './failure.ts'
import { groupOf } from './group.ts'
import { namedPeople, outcomeOf, type Named } from './people.ts'

type GroupOperations = Pick<ChannelOperations, Extract<keyof ChannelOperations, `groups.${string}`>>

interface Way {
  readonly ctx: Pick<ConnectionContext<unknown>, 'media'>
  readonly facts: () => Facts
  /** Does something on the line, and turns its failures into those of channels. */
  readonly onLine: <T>(act: (socket: WASocket) => Promise<T>, signal: AbortSignal) => Promise<T>
}

/** Members that one call adds, removes or changes; WhatsApp is asked for the next ones after that. */
const atOnce = 50
const maxPictureBytes = 5_000_000

/** Groups of WhatsApp, as a member of them can manage them. */
export function groupOperations({ ctx, facts, onLine }: Way): GroupOperations {
  const asked: Way['onLine'] = (act, signal) => onLine((socket) => act(socket).catch(groupFailure), signal)
  return {
    'groups.create': ({ name, people }, signal) =>
      asked(async (socket) => {
        const named = await namedPeople(socket, people)
        const [first, ...others] = inBatches([...named.askedAs.keys()])
        if (!first) throw nobody()
        const group = await socket.groupCreate(name, first)
        const inside = new Set(group.participants.flatMap(({ id, phoneNumber, lid }) => jidsOf(id, phoneNumber, lid)))
        const made = first.map((jid) => outcomeOf(named.askedAs.get(jid)!, inside.has(jid) ? '200' : '403'))
        const added = await changed(socket, group.id, 'add', others, named)
        return { chat: group.id, people: [...made, ...added, ...named.unknown] }
      }, signal),
    'groups.read': ({ chat }, signal) =>
      asked(async (socket) => groupOf(await socket.groupMetadata(chat), facts()), signal),
    'groups.change': ({ chat, ...change }, signal) =>
      asked(async (socket) => {
        if (change.name !== undefined) await socket.groupUpdateSubject(chat, change.name)
        if (change.description !== undefined) await socket.groupUpdateDescription(chat, change.description || undefined)
        if (change.picture === null) await socket.removeProfilePicture(chat)
        else if (change.picture !== undefined)
          await socket.updateProfilePicture(chat, await bytesOf(ctx.media, mint<MediaId>(change.picture)))
        if (change.onlyAdminsWrite !== undefined)
          await socket.groupSettingUpdate(chat, change.onlyAdminsWrite ? 'announcement' : 'not_announcement')
        if (change.onlyAdminsChange !== undefined)
          await socket.groupSettingUpdate(chat, change.onlyAdminsChange ? 'locked' : 'unlocked')
        if (change.approvesJoining !== undefined)
          await socket.groupJoinApprovalMode(chat, change.approvesJoining ? 'on' : 'off')
        return {}
      }, signal),
    'groups.members': ({ chat, act, people }, signal) =>
      asked(async (socket) => {
        const named = await namedPeople(socket, people)
        const outcomes = await changed(socket, chat, act, inBatches([...named.askedAs.keys()]), named)
        return { people: [...outcomes, ...named.unknown] }
      }, signal),
    'groups.invitation': ({ chat, renew }, signal) =>
      asked(async (socket) => {
        const code = await (renew ? socket.groupRevokeInvite(chat) : socket.groupInviteCode(chat))
        if (!code) throw noAnswer()
        return { url: `https://chat.whatsapp.com/${code}` }
      }, signal),
    'groups.requests': ({ chat }, signal) =>
      asked(async (socket) => {
        const requests = await socket.groupRequestParticipantsList(chat)
        return {
          requests: requests.flatMap(({ jid, phone_number: phone, request_time: time }) => {
            const id = bareJid(jid)
            if (id === undefined) return []
            const number = bareJid(phone) ?? (id.endsWith('@lid') ? facts().phoneOf(id) : id)
            return [
              {
                id,
                phone: number === undefined ? null : userOf(number),
                at: Number(time) > 0 ? new Date(Number(time) * 1_000).toISOString() : null,
              },
            ]
          }),
        }
      }, signal),
    'groups.decide': ({ chat, decision, people }, signal) =>
      asked(async (socket) => {
        const answers = await socket.groupRequestParticipantsUpdate(chat, [...people], decision)
        return { people: answers.map(({ jid, status }) => outcomeOf(jid ?? '', status)) }
      }, signal),
    'groups.leave': ({ chat }, signal) =>
      asked(async (socket) => {
        await socket.groupLeave(chat)
        return {}
      }, signal),
  }
}

async function changed(
  socket: WASocket,
  chat: string,
  act: 'add' | 'remove' | 'promote' | 'demote',
  batches: readonly (readonly string[])[],
  { askedAs }: Named,
): Promise<ReturnType<typeof outcomeOf>[]> {
  const outcomes = []
  for (const batch of batches)
    for (const { jid, status } of await socket.groupParticipantsUpdate(chat, [...batch], act))
      outcomes.push(outcomeOf(askedAs.get(bareJid(jid) ?? '') ?? jid ?? '', status))
  return outcomes
}

const inBatches = (jids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(jids.length / atOnce) }, (_, index) =>
    jids.slice(index * atOnce, (index + 1) * atOnce),
  )

const jidsOf = (...jids: readonly (string | undefined)[]): string[] => jids.flatMap((jid) => bareJid(jid) ?? [])

async function bytesOf(media: ConnectionContext<unknown>['media'], id: MediaId): Promise<Buffer> {
  const file = await media.open(id)
  if (file.bytes > maxPictureBytes)
    throw new ChannelError({ kind: 'tooLarge', code: 'PICTURE', message: 'the picture is too large', certain: true })
  const chunks: Uint8Array[] = []
  for await (const chunk of file.stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const nobody = (): ChannelError =>
  new ChannelError({
    kind: 'invalidRecipient',
    code: 'NOT_ON_WHATSAPP',
    message: 'none of these numbers has WhatsApp',
    certain: true,
  })

const noAnswer = (): ChannelError =>
  new ChannelError({ kind: 'provider', code: 'ANSWER', message: 'WhatsApp answered nothing', certain: false })
