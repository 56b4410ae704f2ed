import { Button, toast, useApi } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { SecretSetting, TextSetting, useGlobals } from './global-fields.tsx'
import { Section } from '../../base/forms/Section.tsx'

/** S2-126: where the plugin finds Typebot. The database is tested as it is stored. */
export function TypebotTab() {
  const { t } = useTranslation('platform')
  const api = useApi()
  const { draft, secrets } = useGlobals()
  const test = useMutation({
    mutationFn: () => api.post('/global-settings/typebot-test', {}),
    onSuccess: () => toast.success(t('typebot.answers')),
    onError: reportFailure,
  })
  const mayTest = secrets.typebotDatabaseUrl.set && draft.values.typebotDatabaseUrl === undefined
  return (
    <Section title={t('typebot.title')} description={t('typebot.detail')}>
      <TextSetting name="typebotUrl" type="url" placeholder="https://typebot.exemplo.com.br" />
      <SecretSetting name="typebotToken" />
      <SecretSetting name="typebotDatabaseUrl" placeholder="postgresql://" />
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={test.isPending} disabled={!mayTest} onClick={() => test.mutate()}>
          {t('typebot.test')}
        </Button>
        {!mayTest && <p className="text-list text-ink-muted">{t('typebot.saveFirst')}</p>}
      </div>
    </Section>
  )
}
