import { classNames, EmptyState, ErrorState, Field, Input, Skeleton } from '@recado/sdk/ui'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { plainText } from '../../base/i18n/plain-text.ts'
import { keepForm } from '../../base/forms/keep-form.ts'
import { type AssignablePermission, maxSearchLength } from '../../base/contracts.ts'
import { useAssignablePermissions, usePermissionAreas, type NamedPermission } from './use-roles.ts'

/**
 * Everything that can be given, by area and with a search; `children` draw what is chosen for one permission. With
 * `only`, nothing else than these.
 */
export function PermissionList({
  wide = false,
  only,
  children,
}: {
  wide?: boolean
  only?: (permission: AssignablePermission) => boolean
  children(permission: NamedPermission): ReactNode
}) {
  const { t } = useTranslation('people')
  const query = useAssignablePermissions()
  const areas = usePermissionAreas(only ? (query.data ?? []).filter(only) : (query.data ?? []))
  const [text, setText] = useState('')
  const wanted = plainText(text.trim())
  const shown = areas
    .map((area) => ({
      ...area,
      permissions: plainText(area.title).includes(wanted)
        ? area.permissions
        : area.permissions.filter(({ title }) => plainText(title).includes(wanted)),
    }))
    .filter((area) => area.permissions.length > 0)
  if (query.isPending) return <Skeleton lines={6} />
  if (query.isError)
    return <ErrorState what={t('permissions.what')} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('permissions.search')}>
        <Input
          type="search"
          onKeyDown={keepForm}
          value={text}
          maxLength={maxSearchLength}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {shown.length === 0 && <EmptyState icon={<SearchX size={20} />} title={t('permissions.none')} />}
      <div className={classNames('grid gap-4', wide && 'items-start pane:grid-cols-2')}>
        {shown.map((area) => (
          <fieldset key={area.id} className="flex min-w-0 flex-col gap-2">
            <legend className="mb-1 text-list font-semibold">{area.title}</legend>
            {area.permissions.map((permission) => (
              <div key={permission.name}>{children(permission)}</div>
            ))}
          </fieldset>
        ))}
      </div>
    </div>
  )
}
