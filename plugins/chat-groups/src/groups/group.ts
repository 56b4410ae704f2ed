import {
  ChannelGroup,
  ChannelOperation,
  GroupMemberAct,
  GroupMemberOutcome,
  GroupRequest,
  id,
  type ConnectionId,
  type ContactId,
} from '@recado/sdk'
import * as z from 'zod'
import { maxDescription, maxName, maxParticipants } from './limits.ts'

/**
 * A group as its panel shows it, with what its channel can do. `mayManage`: the channel's account is one of its
 * administrators.
 */
export const Group = z.object({
  ...ChannelGroup.unwrap().shape,
  operations: z.array(ChannelOperation),
  mayManage: z.boolean(),
})
export type Group = z.infer<typeof Group>

/** S5-055, S5-056: both are required where a group is edited. */
export const GroupChange = z.object({
  name: z.string().trim().min(1).max(maxName),
  description: z.string().trim().min(1).max(maxDescription),
})

export const GroupRules = z.object({
  onlyAdminsWrite: z.boolean().optional(),
  onlyAdminsChange: z.boolean().optional(),
  approvesJoining: z.boolean().optional(),
})
export type GroupRules = z.infer<typeof GroupRules>

/** Ids of members, or numbers with country code (S5-057). */
const People = z.array(z.string().trim().min(1).max(200)).min(1).max(maxParticipants)

export const MembersChange = z.object({ act: GroupMemberAct, people: People })
export const RequestsDecision = z.object({ decision: z.enum(['approve', 'reject']), people: People })
export const Outcomes = z.object({ people: z.array(GroupMemberOutcome) })
export type Outcomes = z.infer<typeof Outcomes>
export const Requests = z.object({ requests: z.array(GroupRequest) })
export const Invitation = z.object({ url: z.url() })

/** S5-051 to S5-054. `key` names the act: twice makes one group. */
export const NewGroup = z.object({
  name: z.string().trim().min(1).max(maxName),
  connectionId: id<ConnectionId>(),
  contactIds: z.array(id<ContactId>()).min(1).max(maxParticipants),
  key: z.string().min(1).max(64),
})
export const CreatedGroup = z.object({ name: z.string(), people: z.array(GroupMemberOutcome) })

/** A connection through which groups can be made. */
export const GroupChannel = z.object({ id: id<ConnectionId>(), name: z.string(), isConnected: z.boolean() })
