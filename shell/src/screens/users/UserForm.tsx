import { FormDialog, Tabs, usePermission } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserRecord } from '../../base/contracts.ts'
import { brokenDays } from '../../data/hours/weekly.ts'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { useInvitationStanding, useInvite } from '../../data/users/use-invitations.ts'
import { changesOf, creationOf, draftOf, invitationOf } from './user-draft.ts'
import { UserAccess } from './UserAccess.tsx'
import { UserData } from './UserData.tsx'
import { UserHours } from './UserHours.tsx'
import { UserPermissions } from './UserPermissions.tsx'
import { useUserActs } from '../../data/users/use-users.ts'

const parts = ['data', 'access', 'hours', 'permissions'] as const
type Part = (typeof parts)[number]
/** Part of the form with a field, so that a refusal opens it. */
const partOf = (field: string): Part =>
  ['name', 'email', 'phoneNumber', 'password', 'profile', 'roleId', 'queueIds'].includes(field)
    ? 'data'
    : ['granted', 'denied'].includes(field)
      ? 'permissions'
      : ['loginHours', 'availability'].includes(field)
        ? 'hours'
        : 'access'

/** Makes a user, or changes one. Nothing that was typed is lost on a refusal. */
export function UserForm({ user, onClose }: { user?: UserRecord; onClose(): void }) {
  const { t } = useTranslation('people')
  const acts = useUserActs()
  const mayAssign = usePermission('roles.manage')
  const [before] = useState(() => draftOf(user))
  const [draft, setDraft] = useState(before)
  const [part, setPart] = useState<Part>('data')
  const canSend = useInvitationStanding(!user).data?.canSend ?? true
  const isInvited = user ? Boolean(user.invitation) : draft.invites && canSend
  const invite = useInvite()
  const save = user ? acts.change : isInvited ? invite : acts.create
  const problems = useFieldProblems(save.error)
  const Shown = { data: UserData, access: UserAccess, hours: UserHours, permissions: UserPermissions }[part]

  const fail = (error: unknown): void => {
    const field = (error as { facts?: { issues?: readonly { path: string }[] } }).facts?.issues?.[0]?.path.split('.')[1]
    if (field) setPart(partOf(field))
  }
  const submit = (): void => {
    if (brokenDays(draft.loginHours).length + brokenDays(draft.availability).length > 0) return setPart('hours')
    if (!user && isInvited) invite.mutate(invitationOf(draft), { onSuccess: onClose, onError: fail })
    else if (!user) acts.create.mutate(creationOf(draft), { onSuccess: onClose, onError: fail })
    else {
      const changes = changesOf(before, draft)
      if (Object.keys(changes).length === 0) onClose()
      else acts.change.mutate({ id: user.id, ...changes }, { onSuccess: onClose, onError: fail })
    }
  }
  return (
    <FormDialog
      title={user ? t('users.editTitle', { name: user.name }) : t('users.add')}
      shape="sheet"
      submitLabel={!user && isInvited ? t('invite.submit') : t('shell:action.save')}
      busy={save.isPending}
      problem={problems.general}
      mistakes={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Tabs
        value={part}
        onValueChange={(value) => setPart(value as Part)}
        label={t('users.parts')}
        tabs={parts
          .filter((name) => name !== 'permissions' || mayAssign)
          .map((name) => ({ value: name, label: t(`users.part.${name}`) }))}
      >
        <div className="pt-3">
          <Shown
            draft={draft}
            set={(change) => setDraft((now) => ({ ...now, ...change }))}
            problems={problems.of}
            user={user}
            isInvited={isInvited}
          />
        </div>
      </Tabs>
    </FormDialog>
  )
}
