import { Checkbox, usePermission, useViewer } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { SecondFactorReset } from './SecondFactorReset.tsx'
import type { UserPartProps } from './user-part.ts'

/** Whether a user may come in, and with what beside the password. */
export function UserAccess({ draft, set, user, isInvited }: UserPartProps) {
  const { t } = useTranslation('people')
  const viewer = useViewer()
  const mayManage = usePermission('users.manage')
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        checked={draft.wavoipAllowed}
        onCheckedChange={(wavoipAllowed) => set({ wavoipAllowed })}
        label={t('field.wavoip')}
      />
      {isInvited ? (
        <p className="text-list text-ink-muted">{t('invite.inactive')}</p>
      ) : (
        <div>
          <Checkbox
            checked={draft.isActive}
            disabled={user?.id === viewer.userId || (draft.access === 'admin' && draft.isActive)}
            onCheckedChange={(isActive) => set({ isActive })}
            label={t('field.active')}
          />
          <p className="k-help mt-1">{t(draft.access === 'admin' ? 'field.adminStaysActive' : 'field.activeHelp')}</p>
        </div>
      )}
      {user && user.id !== viewer.userId && mayManage && !isInvited && <SecondFactorReset user={user} />}
    </div>
  )
}
