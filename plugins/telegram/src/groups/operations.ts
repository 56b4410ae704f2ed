import {
  mint,
  type ChannelOperations,
  type ConnectionContext,
  type GroupMemberAct,
  type GroupMemberOutcome,
  type MediaId,
} from '@recado/sdk'
import type * as z from 'zod'
import type { Api } from '../api/client.ts'
import { TelegramError } from '../api/failure.ts'
import { Done } from '../api/results.ts'
import { changesNothing, groupFailure, personOutcome, unsupported } from './failure.ts'
import { groupOf, maxDescription, permissionsWith } from './group.ts'
import { Count, GroupFacts, Link, Member, Members, rights, type Right } from './results.ts'

/** What a bot can do with groups: it makes none, and is not told who asks to be let in. */
export const groupOperationNames = [
  'groups.read',
  'groups.change',
  'groups.members',
  'groups.invitation',
  'groups.leave',
] as const

const maxPictureBytes = 5_000_000

/** One group, asked and changed under its present number. */
interface Group {
  ask<T>(method: string, result: z.ZodType<T>, params?: Readonly<Record<string, unknown>>, picture?: File): Promise<T>
  /** The same, where a change to what is there already is none. */
  set(method: string, params?: Readonly<Record<string, unknown>>, picture?: File): Promise<void>
}

/** Groups of Telegram as a bot among their administrators can manage them. `self`: the bot's number. */
export function groupOperations(
  ctx: Pick<ConnectionContext<unknown>, 'media'>,
  api: Api,
  self: number,
): Pick<ChannelOperations, (typeof groupOperationNames)[number]> {
  const inGroup = async <T>(chat: string, signal: AbortSignal, act: (group: Group) => Promise<T>): Promise<T> => {
    try {
      return await act(groupAt(api, chat, signal))
    } catch (error) {
      const movedTo = error instanceof TelegramError ? error.movedTo : undefined
      if (movedTo === undefined) return groupFailure(error)
      return act(groupAt(api, movedTo, signal)).catch(groupFailure)
    }
  }
  return {
    'groups.read': ({ chat }, signal) =>
      inGroup(chat, signal, async ({ ask }) => {
        const [facts, administrators, own, total] = await Promise.all([
          ask('getChat', GroupFacts),
          ask('getChatAdministrators', Members),
          ask('getChatMember', Member, { user_id: self }),
          ask('getChatMemberCount', Count),
        ])
        return { ...groupOf({ facts, administrators, self: own, total }), chat }
      }),
    'groups.change': ({ chat, name, description, picture, approvesJoining, ...rules }, signal) =>
      inGroup(chat, signal, async ({ ask, set }) => {
        if (approvesJoining !== undefined) throw unsupported('a bot cannot change how people join')
        if (description !== undefined && description.length > maxDescription)
          throw unsupported(`a description has ${maxDescription} characters at most`)
        if (name !== undefined) await set('setChatTitle', { title: name })
        if (description !== undefined) await set('setChatDescription', { description })
        if (picture === null) await set('deleteChatPhoto')
        else if (picture !== undefined) await set('setChatPhoto', {}, await pictureOf(ctx.media, picture))
        if (rules.onlyAdminsWrite !== undefined || rules.onlyAdminsChange !== undefined) {
          const { permissions } = await ask('getChat', GroupFacts)
          await set('setChatPermissions', {
            permissions: permissionsWith(permissions, rules),
            use_independent_chat_permissions: true,
          })
        }
        return {}
      }),
    'groups.members': ({ chat, act, people }, signal) =>
      inGroup(chat, signal, async (group) => {
        if (act === 'add') throw unsupported('a bot adds nobody to a group: people join by its invitation')
        const change = await changeOf(group, act, self)
        const outcomes: GroupMemberOutcome[] = []
        for (const id of people)
          outcomes.push(
            await change(id).then(
              () => ({ id, outcome: 'done', code: null }) as const,
              (error: unknown) => {
                const outcome = personOutcome(error, id)
                if (!outcome) throw error
                return outcome
              },
            ),
          )
        return { people: outcomes }
      }),
    'groups.invitation': ({ chat, renew }, signal) =>
      inGroup(chat, signal, async ({ ask }) => {
        const known = renew ? undefined : (await ask('getChat', GroupFacts)).invite_link
        return { url: known ?? (await ask('exportChatInviteLink', Link)) }
      }),
    'groups.leave': ({ chat }, signal) =>
      inGroup(chat, signal, async ({ ask }) => {
        await ask('leaveChat', Done)
        return {}
      }),
  }
}

function groupAt(api: Api, chat: string, signal: AbortSignal): Group {
  const ask: Group['ask'] = (method, result, params = {}, picture) =>
    api.call(method, result, { chat_id: chat, ...params }, signal, picture && { photo: picture })
  return {
    ask,
    async set(method, params, picture) {
      await ask(method, Done, params, picture).catch((error: unknown) => {
        if (!changesNothing(error)) throw error
      })
    },
  }
}

/** What is done with each person. A bot passes on the rights that it has itself, and takes those that it has given. */
async function changeOf(
  { ask }: Group,
  act: Exclude<GroupMemberAct, 'add'>,
  self: number,
): Promise<(id: string) => Promise<unknown>> {
  const person = (id: string) => ask('getChatMember', Member, { user_id: numberOf(id) })
  const rank = (id: string, given: Readonly<Record<string, boolean>>) =>
    ask('promoteChatMember', Done, { user_id: numberOf(id), ...given })
  const rightsOf = (has: (right: Right) => boolean) => Object.fromEntries(rights.map((right) => [right, has(right)]))
  const demote = async (id: string): Promise<void> => {
    if (isOfOthers(await person(id))) throw ofOthers()
    await rank(
      id,
      rightsOf(() => false),
    )
  }
  if (act === 'demote') return demote
  if (act === 'promote') {
    const own = await ask('getChatMember', Member, { user_id: self })
    return (id) =>
      rank(
        id,
        rightsOf((right) => own[right] === true),
      )
  }
  const { type } = await ask('getChat', GroupFacts)
  return async (id) => {
    if (type === 'supergroup' && (await person(id)).status === 'administrator') await demote(id)
    await ask('banChatMember', Done, { user_id: numberOf(id) })
    // Who is removed from a supergroup is kept out until the ban is lifted; a removal is no ban.
    if (type === 'supergroup') await ask('unbanChatMember', Done, { user_id: numberOf(id), only_if_banned: true })
  }
}

const isOfOthers = ({ status, can_be_edited: isOurs }: Member): boolean => status === 'administrator' && isOurs !== true

const ofOthers = (): TelegramError =>
  new TelegramError({
    kind: 'blocked',
    code: '400',
    message: 'user is an administrator of the chat, by somebody else',
    certain: true,
  })

/** People are numbers at Telegram; what is none is nobody's. */
function numberOf(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id)
  throw new TelegramError({ kind: 'invalidRecipient', code: 'NO_USER', message: 'user not found', certain: true })
}

async function pictureOf(media: ConnectionContext<unknown>['media'], id: string): Promise<File> {
  const file = await media.open(mint<MediaId>(id))
  if (file.bytes > maxPictureBytes)
    throw new TelegramError({ kind: 'tooLarge', code: 'PICTURE', message: 'the picture is too large', certain: true })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of file.stream) chunks.push(new Uint8Array(chunk))
  return new File(chunks, 'picture', { type: file.mime })
}
