import { Badge, Button, Dialog, ErrorState, Skeleton } from '@recado/sdk/ui'
import { Check, Copy, Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '../../base/contracts.ts'
import { PermissionList } from './PermissionList.tsx'
import { useAssignablePermissions, usePermissionAreas, type RoleInput } from './use-roles.ts'

const builtIn = ['user', 'super', 'admin'] as const satisfies readonly Role[]

/**
 * The three roles that every company has: what each may do, to be read, and to begin an own one with. A copy of the
 * administrator's sees what a supervisor sees, the widest that a role of the company can.
 */
export function BuiltInRoles({ onDuplicate }: { onDuplicate(start: RoleInput): void }) {
  const { t } = useTranslation('people')
  const query = useAssignablePermissions()
  const permissions = usePermissionAreas(query.data ?? []).flatMap((area) => area.permissions)
  const [read, setRead] = useState<Role | null>(null)
  const nameOf = (role: Role): string => t(`shell:frame.role.${role}`)
  const heldBy = (role: Role): string[] =>
    permissions.filter((permission) => permission.roles.includes(role)).map((permission) => permission.name)
  return (
    <section aria-label={t('roles.builtIn')} className="flex flex-col gap-3">
      <h2 className="text-list font-semibold text-ink-muted">{t('roles.builtIn')}</h2>
      {query.isPending && <Skeleton height="8rem" className="rounded-lg" />}
      {query.isError && (
        <ErrorState what={t('permissions.what')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {builtIn.map((role) => (
            <li key={role} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1 basis-40">
                <h3 className="text-thread font-medium">{nameOf(role)}</h3>
                <p className="text-list text-ink-muted">
                  {t(`roles.about.${role}`)} {t('roles.holds', { count: heldBy(role).length })}.
                </p>
              </div>
              <Badge>{t(`roles.sees.${role === 'user' ? 'user' : 'super'}`)}</Badge>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  icon={<Eye size={14} />}
                  aria-label={t('roles.viewOf', { name: nameOf(role) })}
                  onClick={() => setRead(role)}
                >
                  {t('roles.view')}
                </Button>
                <Button
                  size="small"
                  icon={<Copy size={14} />}
                  aria-label={t('roles.duplicateOf', { name: nameOf(role) })}
                  onClick={() =>
                    onDuplicate({
                      name: t('roles.copyName', { name: nameOf(role) }),
                      profile: role === 'user' ? 'user' : 'super',
                      permissions: heldBy(role),
                    })
                  }
                >
                  {t('roles.duplicate')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {read && (
        <Dialog
          title={t('roles.viewTitle', { name: nameOf(read) })}
          description={t('roles.fixed')}
          shape="wide"
          open
          onOpenChange={(open) => {
            if (!open) setRead(null)
          }}
        >
          <PermissionList wide only={(permission) => permission.roles.includes(read)}>
            {({ title }) => (
              <p className="flex items-start gap-2 text-list">
                <Check size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
                {title}
              </p>
            )}
          </PermissionList>
        </Dialog>
      )}
    </section>
  )
}
