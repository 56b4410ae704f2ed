import { classNames, VisuallyHidden } from '@recado/sdk/ui'
import { Check, Dot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, passwordLength, passwordRuleNames } from '../../base/contracts.ts'
import { useCommonPasswords } from './use-common-passwords.ts'

/** The rules of a password that somebody chooses, ticked off while it is typed. `personal`: see `PasswordKnowledge`. */
export function PasswordRules({ password, personal }: { password: string; personal?: readonly string[] | undefined }) {
  const { t } = useTranslation('shell')
  const isCommon = useCommonPasswords(password)
  const broken = brokenPasswordRules(password, { isCommon, personal })
  return (
    <div className="mt-2 text-[12px] leading-4">
      <ul className="grid gap-1 pane:grid-cols-2" aria-label={t('newPassword.rules')}>
        {passwordRuleNames.map((rule) => {
          const met = password !== '' && !broken.includes(rule)
          return (
            <li key={rule} className={classNames('flex items-center gap-1', met ? 'text-success' : 'text-ink-muted')}>
              {met ? <Check aria-hidden size={14} /> : <Dot aria-hidden size={14} />}
              {t(`newPassword.rule.${rule}`, { min: passwordLength.min })}
              <VisuallyHidden>{t(met ? 'newPassword.met' : 'newPassword.open')}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 text-ink-muted">{t('newPassword.passphrase', { min: passwordLength.passphrase })}</p>
    </div>
  )
}
