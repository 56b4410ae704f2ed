import { ChannelError, type ChannelErrorKind, type GroupMemberOutcome } from '@recado/sdk'
import { TelegramError } from '../api/failure.ts'

/** What the Bot API says of a whole group; descriptions are a hint and may change. */
const ofGroup: readonly (readonly [RegExp, ChannelErrorKind, string, string])[] = [
  [
    /chat not found|peer_id_invalid|group chat was deactivated/i,
    'notFound',
    'NO_GROUP',
    'Telegram knows no such group',
  ],
  [
    /not enough rights|have no rights|need administrator rights|chat_admin_required|bot is not a member|bot was kicked/i,
    'blocked',
    'NOT_ADMIN',
    'the bot is no administrator of the group, or lacks this right',
  ],
  [/available (only )?for supergroup/i, 'unsupported', 'UNSUPPORTED', 'only supergroups have this'],
]
const ofPerson: readonly (readonly [RegExp, GroupMemberOutcome['outcome'], string])[] = [
  [/user not found|user_id_invalid|participant_id_invalid|user_not_participant/i, 'notThere', 'NO_USER'],
  [/can't remove chat owner|can't demote chat creator/i, 'refused', 'OWNER'],
  [/user is an administrator/i, 'refused', 'IS_ADMIN'],
]

/** Telegram refuses what changes nothing. */
export const changesNothing = (error: unknown): boolean =>
  ChannelError.is(error) && error.code === '400' && /not[ _]modified/i.test(error.message)

/** What became of somebody whom Telegram refused to change; undefined where the refusal is not about them. */
export function personOutcome(error: unknown, id: string): GroupMemberOutcome | undefined {
  if (!ChannelError.is(error)) return undefined
  const found = ofPerson.find(([pattern]) => pattern.test(error.message))
  return found && { id, outcome: found[1], code: found[2] }
}

/** A refusal in the words that plugins know for groups. */
export function groupFailure(error: unknown): never {
  const found = ChannelError.is(error) ? ofGroup.find(([pattern]) => pattern.test(error.message)) : undefined
  if (!found) throw error
  const [, kind, code, message] = found
  throw new TelegramError({ kind, code, message, certain: true }, { cause: error })
}

/** For what a bot cannot do at all. */
export const unsupported = (message: string): TelegramError =>
  new TelegramError({ kind: 'unsupported', code: 'UNSUPPORTED', message, certain: true })
