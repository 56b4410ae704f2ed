import { Field, Select } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../base/contracts.ts'
import { PermissionList } from './PermissionList.tsx'
import type { UserPartProps } from './user-part.ts'
import { useRoles, type NamedPermission } from './use-roles.ts'

type Choice = 'role' | 'granted' | 'denied'

/** Single permissions, granted or denied beside the role; denied takes precedence. */
export function UserPermissions({ draft, set }: UserPartProps) {
  const { t } = useTranslation('people')
  const roles = useRoles().data ?? []
  const own = roles.find((role) => draft.access === `role:${role.id}`)
  const comes = (permission: NamedPermission): boolean =>
    own ? own.permissions.includes(permission.name) : permission.roles.includes(draft.access as Role)
  const choiceOf = (name: string): Choice =>
    draft.denied.includes(name) ? 'denied' : draft.granted.includes(name) ? 'granted' : 'role'
  const choose = (name: string, choice: Choice): void =>
    set({
      granted: [...draft.granted.filter((other) => other !== name), ...(choice === 'granted' ? [name] : [])],
      denied: [...draft.denied.filter((other) => other !== name), ...(choice === 'denied' ? [name] : [])],
    })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-list text-ink-muted">{t('permissions.single')}</p>
      <PermissionList>
        {(permission) => (
          <Field label={permission.title}>
            <Select
              value={choiceOf(permission.name)}
              onValueChange={(choice) => choose(permission.name, choice as Choice)}
              options={[
                { value: 'role', label: t(comes(permission) ? 'permissions.byRoleYes' : 'permissions.byRoleNo') },
                { value: 'granted', label: t('permissions.granted') },
                { value: 'denied', label: t('permissions.denied') },
              ]}
            />
          </Field>
        )}
      </PermissionList>
    </div>
  )
}
