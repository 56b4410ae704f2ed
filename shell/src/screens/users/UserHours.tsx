import { Field, Select } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import type { UserPartProps } from './user-part.ts'
import { isEmptyWeek } from '../../data/hours/weekly.ts'
import { WeeklyEditor } from './WeeklyEditor.tsx'

type Draft = Pick<UserPartProps['draft'], 'loginMode' | 'loginHours' | 'availability'>
interface UserHoursProps {
  draft: Draft
  set(change: Partial<Draft>): void
  disabled?: boolean
}

/** When somebody may sign in, and when they work. */
export function UserHours({ draft, set, disabled = false }: UserHoursProps) {
  const { t } = useTranslation('people')
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-3" aria-labelledby="login-hours">
        <h3 id="login-hours" className="text-thread font-semibold">
          {t('hours.login')}
        </h3>
        <Field label={t('hours.mode')} help={t('hours.modeHelp')}>
          <Select
            value={draft.loginMode}
            disabled={disabled}
            onValueChange={(mode) => set({ loginMode: mode as Draft['loginMode'] })}
            options={[
              { value: 'any', label: t('hours.any') },
              { value: 'scheduled', label: t('hours.scheduled') },
            ]}
          />
        </Field>
        {draft.loginMode === 'scheduled' && (
          <>
            {isEmptyWeek(draft.loginHours) && (
              <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-list text-warning">
                {t('hours.never')}
              </p>
            )}
            <WeeklyEditor value={draft.loginHours} disabled={disabled} onChange={(loginHours) => set({ loginHours })} />
          </>
        )}
      </section>
      <section className="flex flex-col gap-3" aria-labelledby="availability">
        <h3 id="availability" className="text-thread font-semibold">
          {t('hours.availability')}
        </h3>
        <p className="text-list text-ink-muted">{t('hours.availabilityHelp')}</p>
        <WeeklyEditor
          value={draft.availability}
          disabled={disabled}
          onChange={(availability) => set({ availability })}
        />
      </section>
    </div>
  )
}
