import { Field, Input } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { emailLength, nameLengths, userPhoneLength } from '../../base/contracts.ts'
import { PictureField } from '../../base/pictures/PictureField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { UserEntrance } from './UserEntrance.tsx'
import type { UserPartProps } from './user-part.ts'
import { UserPlace } from './UserPlace.tsx'
import { useUserActs } from '../../data/users/use-users.ts'

/** Name, role and queues of a user, and how they get in. */
export function UserData(part: UserPartProps) {
  const { draft, set, problems, user, isInvited } = part
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
          maxLength={nameLengths.user}
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
      <UserPlace {...part} />
      {!user && <UserEntrance {...part} />}
      {user &&
        (isInvited ? <p className="text-list text-ink-muted">{t('invite.editing')}</p> : <PasswordField {...part} />)}
    </div>
  )
}
