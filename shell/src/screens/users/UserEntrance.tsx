import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useInvitationStanding } from '../../data/users/use-invitations.ts'
import { PasswordField } from './PasswordField.tsx'
import type { UserPartProps } from './user-part.ts'

/** How a new user gets in: by a link that is mailed, or with a password that is set now. */
export function UserEntrance(part: UserPartProps) {
  const { set, isInvited } = part
  const { t } = useTranslation('people')
  const group = useId()
  const standing = useInvitationStanding(true)
  const cannot = standing.data?.canSend === false
  const choices = [
    {
      invites: true,
      label: t('invite.byMail'),
      help: cannot ? t('invite.noMail') : t('invite.byMailHelp', { count: standing.data?.days ?? 7 }),
    },
    { invites: false, label: t('invite.password'), help: t('invite.passwordHelp') },
  ]
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="k-label mb-1">{t('invite.how')}</legend>
        {choices.map(({ invites, label, help }) => (
          <label key={label} className="flex items-start gap-2.5 rounded-md px-2 py-2 has-enabled:hover:bg-hover">
            <input
              type="radio"
              className="mt-1 accent-accent"
              name={group}
              checked={isInvited === invites}
              disabled={invites && cannot}
              aria-describedby={`${group}-${String(invites)}`}
              onChange={() => set({ invites })}
            />
            <span className="min-w-0 text-list">
              {label}
              <span id={`${group}-${String(invites)}`} className="block text-xs text-ink-muted">
                {help}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {!isInvited && <PasswordField {...part} />}
    </div>
  )
}
