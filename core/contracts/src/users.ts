import * as z from 'zod'
import { emailLength, nameLengths, userPhoneLength } from './text-limits.ts'
import { User } from './entities.ts'
import { id, instant, type QueueId, type UserId } from './ids.ts'
import { NewPassword, TypedPassword } from './password.ts'
import { PermissionName, Role } from './roles.ts'
import { shownName } from './shown-name.ts'
import { WeeklyShifts } from './weekly-shifts.ts'

/** When a user may sign in: at any time, or within their login hours only (S3-063). */
export const LoginMode = z.enum(['any', 'scheduled'])
export type LoginMode = z.infer<typeof LoginMode>

/** Administrative fields of a user: visible to the user, to supervisors and to users who manage users. */
export const UserManagement = z.object({
  phoneNumber: z.string().nullable(),
  isMaster: z.boolean(),
  wavoipAllowed: z.boolean(),
  lastLoginAt: instant.nullable(),
  /** The company's own role that takes the place of the profile's permissions. */
  role: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  granted: z.array(z.string()),
  denied: z.array(z.string()),
  loginMode: LoginMode,
  loginHours: WeeklyShifts.nullable(),
  availability: WeeklyShifts.nullable(),
  /** Tokens of programs that the user made; they end with the password. */
  apiTokens: z.int(),
  /** Until when the invitation that was mailed to the user can be accepted; null for who is not invited. */
  invitation: z.object({ expiresAt: instant }).nullable(),
})
export type UserManagement = z.infer<typeof UserManagement>

/** A user with what only who manages users and the user themselves may see; colleagues get the first half alone. */
export const UserRecord = User.extend(UserManagement.partial().shape)
export type UserRecord = z.infer<typeof UserRecord>

const Name = shownName(nameLengths.user)
const Email = z.string().trim().toLowerCase().max(emailLength).pipe(z.email())
const Phone = z.string().trim().max(userPhoneLength).nullable()
/** A company has hundreds of permissions at most; bounds what one account carries. */
const Permissions = z.array(PermissionName).max(500)

/** All fields of a user that a request can set. The server decides for each field who may set it. */
const fields = {
  name: Name,
  email: Email,
  phoneNumber: Phone,
  password: NewPassword,
  profile: Role,
  isActive: z.boolean(),
  isMaster: z.boolean(),
  wavoipAllowed: z.boolean(),
  queueIds: z.array(id<QueueId>()).max(1_000),
  roleId: z.uuid().nullable(),
  granted: Permissions,
  denied: Permissions,
  loginMode: LoginMode,
  loginHours: WeeklyShifts.nullable(),
  availability: WeeklyShifts.nullable(),
}

/** POST /users. */
export const UserCreate = z.object(fields).partial().required({ name: true, email: true, password: true })
export type UserCreate = z.infer<typeof UserCreate>

/** Days in which an invitation by mail can be accepted. */
export const invitationDays = 7
/** POST /users/invitations: who is invited chooses the password, and is active once they did. */
export const UserInvite = UserCreate.omit({ password: true, isActive: true, isMaster: true })
export type UserInvite = z.infer<typeof UserInvite>
/** GET /users/invitations: whether the installation can send one. */
export const InvitationStanding = z.object({ canSend: z.boolean(), days: z.int() })
export type InvitationStanding = z.infer<typeof InvitationStanding>

/** PUT /users/{id}: only what is given changes. `currentPassword` proves who changes their own password. */
export const UserChange = z.object({ ...fields, currentPassword: TypedPassword }).partial()
export type UserChange = z.infer<typeof UserChange>

/** PUT /users/{id}/login-hours. An empty `hours` is never. */
export const LoginHoursChange = z.object({ mode: LoginMode, hours: WeeklyShifts.nullable() })
/** PUT /users/{id}/availability. Null: nothing is known about it. */
export const AvailabilityChange = z.object({ availability: WeeklyShifts.nullable() })

/** Work that a user would leave behind: unfinished conversations, contacts of their wallet, groups they are in. */
export const UserWorkload = z.object({ tickets: z.int(), contacts: z.int(), groups: z.int() })
export type UserWorkload = z.infer<typeof UserWorkload>

/** Work that a deletion transferred. */
export const UserHandover = z.object({ userId: id<UserId>(), tickets: z.int(), contacts: z.int() })
export type UserHandover = z.infer<typeof UserHandover>

/** A user to be picked, with the queues they work in. */
export const UserWithQueues = User.pick({
  id: true,
  name: true,
  image: true,
  isOnline: true,
  profile: true,
  queues: true,
}).extend({
  /** Whether they work at this hour; true when nothing is known about that. */
  isAvailable: z.boolean(),
  /** Whether they share a queue with the caller. */
  sharesQueue: z.boolean(),
})
export type UserWithQueues = z.infer<typeof UserWithQueues>

/**
 * A role that a company made: its permissions take the place of the profile's, its profile decides which tickets its
 * holders see.
 */
export const CompanyRole = z.object({
  id: z.uuid(),
  name: z.string(),
  profile: z.enum(['user', 'super']),
  permissions: z.array(z.string()),
  users: z.int(),
})
export type CompanyRole = z.infer<typeof CompanyRole>
export const CompanyRoleInput = z.object({
  name: shownName(nameLengths.role),
  profile: z.enum(['user', 'super']),
  permissions: Permissions,
})
export type CompanyRoleInput = z.infer<typeof CompanyRoleInput>

/** A permission that roles can be made of. `titleKey` is a key of its plugin's words; core's are the shell's. */
export const AssignablePermission = z.object({
  name: z.string(),
  plugin: z.string().nullable(),
  titleKey: z.string().nullable(),
  roles: z.array(Role),
})
export type AssignablePermission = z.infer<typeof AssignablePermission>

/** A group of users (S3-027), not of a messenger. */
export const UserGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  image: z.string().nullable(),
  isActive: z.boolean(),
  users: z.array(User.pick({ id: true, name: true, image: true, isOnline: true })),
})
export type UserGroup = z.infer<typeof UserGroup>
/** A group without anybody is one that is being made. */
export const UserGroupInput = z.object({
  name: shownName(nameLengths.group),
  isActive: z.boolean().optional(),
  userIds: z.array(id<UserId>()).max(1_000),
})
export type UserGroupInput = z.infer<typeof UserGroupInput>
