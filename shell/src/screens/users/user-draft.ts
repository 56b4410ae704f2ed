import type { UserChange, UserInvite, UserRecord } from '../../base/contracts.ts'

/** Values in the form of a user; texts as typed. */
export interface UserDraft {
  name: string
  email: string
  phoneNumber: string
  password: string
  /** Of a new user: invited by mail, instead of with the password. */
  invites: boolean
  isActive: boolean
  wavoipAllowed: boolean
  queueIds: NonNullable<UserChange['queueIds']>
  granted: string[]
  denied: string[]
  loginMode: NonNullable<UserChange['loginMode']>
  /** A profile, or `role:<id>` for a role of the company's own. */
  access: string
  loginHours: NonNullable<UserChange['loginHours']>
  availability: NonNullable<UserChange['availability']>
}

export function draftOf(user: UserRecord | undefined): UserDraft {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    password: '',
    invites: user === undefined,
    isActive: user?.isActive ?? true,
    wavoipAllowed: user?.wavoipAllowed ?? false,
    queueIds: user?.queues.map((queue) => queue.id) ?? [],
    access: user?.role ? `role:${user.role.id}` : (user?.profile ?? 'user'),
    granted: user?.granted ?? [],
    denied: user?.denied ?? [],
    loginMode: user?.loginMode ?? 'any',
    loginHours: user?.loginHours ?? {},
    availability: user?.availability ?? {},
  }
}

const accessOf = (access: string): Pick<UserChange, 'profile' | 'roleId'> =>
  access.startsWith('role:')
    ? { roleId: access.slice('role:'.length) }
    : { profile: access as NonNullable<UserChange['profile']> }

/**
 * Fields of a new user beside name, address and password. Rights beside the role are left to users who may give them.
 */
export function creationOf(draft: UserDraft): UserChange & { name: string; email: string; password: string } {
  const {
    name,
    email,
    password,
    isActive,
    wavoipAllowed,
    queueIds,
    loginMode,
    loginHours,
    availability,
    granted,
    denied,
  } = draft
  return {
    name,
    email,
    password,
    isActive,
    wavoipAllowed,
    queueIds,
    loginMode,
    loginHours,
    availability,
    ...accessOf(draft.access),
    ...(draft.phoneNumber.trim() !== '' && { phoneNumber: draft.phoneNumber }),
    ...(granted.length > 0 && { granted }),
    ...(denied.length > 0 && { denied }),
  }
}

/** Fields of a user who is invited: the password is theirs to choose, and nobody is active before. */
export function invitationOf(draft: UserDraft): UserInvite {
  const { password: _password, isActive: _isActive, isMaster: _isMaster, ...rest } = creationOf(draft)
  return rest
}

/** Changed fields alone: concurrent changes of others stay. */
export function changesOf(before: UserDraft, after: UserDraft): UserChange {
  const changed = (field: keyof UserDraft): boolean => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const plain = (
    [
      'name',
      'email',
      'isActive',
      'wavoipAllowed',
      'queueIds',
      'loginMode',
      'loginHours',
      'availability',
      'granted',
      'denied',
    ] as const
  ).filter(changed)
  return {
    ...Object.fromEntries(plain.map((field) => [field, after[field]])),
    ...(changed('phoneNumber') && { phoneNumber: after.phoneNumber.trim() === '' ? null : after.phoneNumber }),
    ...(after.password !== '' && { password: after.password }),
    ...(changed('access') && {
      ...accessOf(after.access),
      ...(before.access.startsWith('role:') && !after.access.startsWith('role:') && { roleId: null }),
    }),
  }
}
