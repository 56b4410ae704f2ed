import { Checkbox, Field, Select, usePermission, useViewer } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../data/queues/use-queues.ts'
import type { UserPartProps } from './user-part.ts'
import { SecondFactorReset } from './SecondFactorReset.tsx'
import { useRoles } from './use-roles.ts'

/** Profile and queues of a user. */
export function UserAccess({ draft, set, problems, user }: UserPartProps) {
  const { t } = useTranslation('people')
  const viewer = useViewer()
  const queues = useQueues()
  const mayAssign = usePermission('roles.manage')
  const mayManage = usePermission('users.manage')
  const roles = useRoles(mayAssign).data ?? []
  // Without the right to give roles, the one that is there can be seen and left.
  const known = mayAssign ? roles : user?.role ? [user.role] : []
  const profiles = (['user', 'super', 'admin'] as const).filter(
    (profile) => profile !== 'admin' || viewer.role === 'admin' || draft.access === 'admin',
  )
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('field.profile')} help={t('field.profileHelp')} error={problems['profile'] ?? problems['roleId']}>
        <Select
          value={draft.access}
          onValueChange={(access) => set({ access })}
          options={[
            ...profiles.map((value) => ({ value, label: t(`shell:frame.role.${value}`) })),
            ...known.map(({ id, name }) => ({ value: `role:${id}`, label: name })),
          ]}
        />
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="k-label mb-1">{t('field.queues')}</legend>
        {queues.length === 0 ? (
          <p className="text-list text-ink-muted">{t('field.noQueuesYet')}</p>
        ) : (
          queues.map((queue) => (
            <Checkbox
              key={queue.id}
              label={queue.queue}
              checked={draft.queueIds.includes(queue.id)}
              onCheckedChange={(on) =>
                set({ queueIds: on ? [...draft.queueIds, queue.id] : draft.queueIds.filter((id) => id !== queue.id) })
              }
            />
          ))
        )}
      </fieldset>
      <Checkbox
        checked={draft.wavoipAllowed}
        onCheckedChange={(wavoipAllowed) => set({ wavoipAllowed })}
        label={t('field.wavoip')}
      />
      <div>
        <Checkbox
          checked={draft.isActive}
          disabled={user?.id === viewer.userId || (draft.access === 'admin' && draft.isActive)}
          onCheckedChange={(isActive) => set({ isActive })}
          label={t('field.active')}
        />
        <p className="k-help mt-1">{t(draft.access === 'admin' ? 'field.adminStaysActive' : 'field.activeHelp')}</p>
      </div>
      {user && user.id !== viewer.userId && mayManage && <SecondFactorReset user={user} />}
    </div>
  )
}
