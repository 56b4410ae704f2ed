import type { GroupMember, OperationAnswer } from '@recado/sdk'
import type { GroupMetadata, GroupParticipant } from 'baileys'
import type { Facts } from '../inbound/facts.ts'
import { addressesOf, bareJid, isSelf, userOf } from '../inbound/jid.ts'

/** A group of WhatsApp as its operations answer it: administrators first, then by name, who has none by number. */
export const groupOf = (metadata: GroupMetadata, facts: Facts): OperationAnswer<'groups.read'> => ({
  chat: metadata.id,
  name: metadata.subject,
  description: metadata.desc ?? null,
  onlyAdminsWrite: metadata.announce === true,
  onlyAdminsChange: metadata.restrict === true,
  approvesJoining: metadata.joinApprovalMode === true,
  members: metadata.participants.flatMap((participant) => memberOf(participant, facts) ?? []).toSorted(byRank),
})

function memberOf(participant: GroupParticipant, facts: Facts): GroupMember | undefined {
  const id = bareJid(participant.id)
  if (id === undefined) return undefined
  const addresses = addressesOf(id, participant.phoneNumber ?? participant.lid, facts)
  const { phone, lid } = addresses
  const told = participant.name ?? participant.notify
  return {
    id: phone ?? id,
    name: told || (phone && facts.nameOf(phone)) || (lid && facts.nameOf(lid)) || null,
    phone: phone === undefined ? null : userOf(phone),
    role: participant.admin === 'superadmin' ? 'owner' : participant.admin === 'admin' ? 'admin' : 'member',
    isSelf: isSelf(addresses, facts),
  }
}

const ranks = { owner: 0, admin: 1, member: 2 } as const

const byRank = (one: GroupMember, other: GroupMember): number =>
  ranks[one.role] - ranks[other.role] ||
  (one.name ?? one.phone ?? one.id).localeCompare(other.name ?? other.phone ?? other.id)
