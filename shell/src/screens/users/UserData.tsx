import { Field, Input } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { userPhoneLength, emailLength, passwordBytes } from '../../base/contracts.ts'
import { PasswordRules } from '../../parts/passwords/PasswordRules.tsx'
import { PictureField } from '../../base/pictures/PictureField.tsx'
import type { UserPartProps } from './user-part.ts'
import { useUserActs } from '../../data/users/use-users.ts'

/** Name and sign-in data of a user. */
export function UserData({ draft, set, problems, user }: UserPartProps) {
  const { t } = useTranslation('people')
  const { picture } = useUserActs()
  return (
    <div className="flex flex-col gap-4">
      {user && (
        <PictureField
          name={draft.name}
          src={picture.data ? picture.data.image : user.image}
          busy={picture.isPending}
          onChange={(file) => picture.mutate({ id: user.id, file })}
        />
      )}
      <Field label={t('field.name')} error={problems['name']} required>
        <Input
          value={draft.name}
          maxLength={100}
          autoFocus={!user}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label={t('field.email')} error={problems['email']} required>
        <Input
          type="email"
          value={draft.email}
          maxLength={emailLength}
          autoComplete="off"
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <Field label={t('field.phone')} help={t('field.phoneHelp')} error={problems['phoneNumber']}>
        <Input
          type="tel"
          value={draft.phoneNumber}
          maxLength={userPhoneLength}
          autoComplete="off"
          onChange={(event) => set({ phoneNumber: event.target.value })}
        />
      </Field>
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
    </div>
  )
}
