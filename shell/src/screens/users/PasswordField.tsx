import { Field, Input } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { passwordBytes } from '../../base/contracts.ts'
import { PasswordRules } from '../../parts/passwords/PasswordRules.tsx'
import type { UserPartProps } from './user-part.ts'

/** The password that who manages users types: the first one, or a new one. */
export function PasswordField({ draft, set, problems, user }: UserPartProps) {
  const { t } = useTranslation('people')
  return (
    <>
      <div>
        <Field
          label={t(user ? 'field.newPassword' : 'field.password')}
          help={t(user ? 'field.newPasswordHelp' : 'field.passwordHelp')}
          error={problems['password']}
          required={!user}
        >
          <Input
            type="password"
            value={draft.password}
            maxLength={passwordBytes}
            autoComplete="new-password"
            onChange={(event) => set({ password: event.target.value })}
          />
        </Field>
        {(!user || draft.password !== '') && (
          <PasswordRules password={draft.password} personal={[draft.email, draft.name]} />
        )}
      </div>
      {draft.password !== '' && (user?.apiTokens ?? 0) > 0 && (
        <p role="status" className="text-list text-warning">
          {t('field.tokensEnd', { count: user!.apiTokens! })}
        </p>
      )}
    </>
  )
}
