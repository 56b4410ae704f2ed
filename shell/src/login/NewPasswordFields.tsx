import { classNames, Field, VisuallyHidden } from '@recado/sdk/ui'
import { Check, Dot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, passwordLength, passwordRuleNames } from '../contracts.ts'
import type { NewPassword, NewPasswordFaults } from './new-password.ts'
import { PasswordInput } from './PasswordInput.tsx'

/** A password that somebody chooses, its rules ticked off while it is typed, and its repetition. */
export function NewPasswordFields({ value, faults, autoFocus = false, onChange }: { value: NewPassword; faults: NewPasswordFaults; autoFocus?: boolean; onChange(value: NewPassword): void }) {
  const { t } = useTranslation()
  const broken = brokenPasswordRules(value.password)
  return (
    <>
      <div>
        <Field label={t('newPassword.label')} error={faults.password}>
          <PasswordInput value={value.password} onChange={(event) => onChange({ ...value, password: event.target.value })} autoComplete="new-password" maxLength={passwordLength.max} autoFocus={autoFocus} />
        </Field>
        <ul className="mt-2 grid gap-1 text-[12px] leading-4 pane:grid-cols-2" aria-label={t('newPassword.rules')}>
          {passwordRuleNames.map((rule) => {
            const met = value.password !== '' && !broken.includes(rule)
            return (
              <li key={rule} className={classNames('flex items-center gap-1', met ? 'text-success' : 'text-ink-muted')}>
                {met ? <Check aria-hidden size={14} /> : <Dot aria-hidden size={14} />}
                {t(`newPassword.rule.${rule}`, { min: passwordLength.min })}
                <VisuallyHidden>{t(met ? 'newPassword.met' : 'newPassword.open')}</VisuallyHidden>
              </li>
            )
          })}
        </ul>
      </div>
      <Field label={t('newPassword.confirmation')} error={faults.confirmation}>
        <PasswordInput value={value.confirmation} onChange={(event) => onChange({ ...value, confirmation: event.target.value })} autoComplete="new-password" maxLength={passwordLength.max} />
      </Field>
    </>
  )
}
