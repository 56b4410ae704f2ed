import { Checkbox, Field, Select, usePermission, useViewer } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useQueues } from '../../data/queues/use-queues.ts'
import { useRoles } from './use-roles.ts'
import type { UserPartProps } from './user-part.ts'

/** Role and queues of a user: what they are there for. */
export function UserPlace({ draft, set, problems, user }: UserPartProps) {
  const { t } = useTranslation('people')
  const viewer = useViewer()
  const queues = useQueues()
  const mayAssign = usePermission('roles.manage')
  const roles = useRoles(mayAssign).data ?? []
  // Without the right to give roles, the one that is there can be seen and left.
  const known = mayAssign ? roles : user?.role ? [user.role] : []
  const profiles = (['user', 'super', 'admin'] as const).filter(
    (profile) => profile !== 'admin' || viewer.role === 'admin' || draft.access === 'admin',
  )
  return (
    <>
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
    </>
  )
}
