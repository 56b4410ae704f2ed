import { Refusal, type UserChange } from '@recado/contracts'

type Field = keyof UserChange

/** The editor and the edited account. */
export interface Editing {
  readonly isSelf: boolean
  /** Holds `users.manage`. */
  readonly manages: boolean
  /** Holds `roles.manage`. */
  readonly assignsRights: boolean
  readonly isMaster: boolean
}

const own: readonly Field[] = ['name', 'phoneNumber', 'password', 'currentPassword']
const managed: readonly Field[] = [
  'name',
  'email',
  'phoneNumber',
  'password',
  'profile',
  'isActive',
  'wavoipAllowed',
  'queueIds',
  'loginMode',
  'loginHours',
  'availability',
]
const rights: readonly Field[] = ['roleId', 'granted', 'denied']

/** The fields of an account that this editor may set. Everything else is refused, not ignored (research R10). */
export function settableFields({ isSelf, manages, assignsRights, isMaster }: Editing): ReadonlySet<Field> {
  return new Set<Field>([
    ...(isSelf ? own : []),
    ...(manages ? managed : []),
    ...(manages && assignsRights ? rights : []),
    // A master is made by another one; nobody is stripped of it by accident.
    ...(isMaster && manages && !isSelf ? (['isMaster'] as const) : []),
  ])
}

/** @throws Refusal ERR_NO_PERMISSION naming the first field that the editor may not set */
export function requireSettable(change: UserChange, editing: Editing): void {
  const allowed = settableFields(editing)
  const foreign = (Object.keys(change) as Field[]).find((field) => change[field] !== undefined && !allowed.has(field))
  if (foreign !== undefined) throw new Refusal('ERR_NO_PERMISSION', { detail: foreign })
}
